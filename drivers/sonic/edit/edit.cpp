// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into rows of CONFIG_DB.
#include "drivers/sonic/edit/edit.h"

#include "drivers/sonic/edit/change_set.h"
#include "drivers/sonic/edit/json_patch.h"
#include "drivers/sonic/model/model_conditions.h"
#include "models/fabric/fec.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

std::string list_of(PrioritySet set)
{
    std::string text;
    for (const Priority priority : set)
        add_item(text, fmt::format("{}", priority), ",");
    return text;
}

PrioritySet after(PrioritySet before, const PriorityDelta& delta)
{
    return (before | delta.add) - delta.remove;
}

class Translator {
public:
    Translator(const Config& config, const Device& device, std::span<const Change> changes)
        : device_(device)
        , changes_(changes)
        , cells_(config)
        , set_{device, Asked(changes), cells_}
        , maps_(set_)
        , ecn_(set_)
        , buffers_(set_)
        , schedulers_(set_)
    {
    }

    void run(std::vector<Refusal>& refused)
    {
        for (std::uint32_t index = 0; index < changes_.size(); ++index) {
            const Change& change = changes_[index];
            cells_.begin_change(index);
            const Objection reason = cells_.config().namespaces
                ? Objection("the device has a configuration for each of its ASICs: edit them by hand")
                : change.port.port < device_.ports.size() ? take(change, device_.ports[change.port.port])
                                                          : take_whole(change);
            if (reason)
                refused.push_back({index, reason.sentence()});
        }
    }

    [[nodiscard]] std::vector<WantedRow> rows() const { return cells_.finish(); }

private:
    Objection take(const Change& change, const Port& port)
    {
        switch (change.property) {
        case Property::pfc:
            return set_pfc(port, std::get<PriorityDelta>(change.value));
        case Property::headroom:
            return std::holds_alternative<Bytes>(change.value)
                ? buffers_.set_headroom(change, std::get<Bytes>(change.value))
                : buffers_.set_headroom(port, std::get<PriorityDelta>(change.value));
        case Property::trust:
            return set_trust(port, std::get<Trust>(change.value));
        case Property::dscp_map:
        case Property::pcp_map:
        case Property::queue_map:
        case Property::priority_group_map:
        case Property::dscp_rewrite:
            return maps_.take(change, change.port.port, std::get<MapEntry>(change.value));
        case Property::ecn:
        case Property::ecn_thresholds:
            return set_marking(change);
        case Property::scheduler:
            return schedulers_.bind(change, std::get<SchedulerTarget>(change.value));
        case Property::watchdog:
        case Property::watchdog_timers:
            return set_watchdog(port, std::get<WatchdogTarget>(change.value));
        case Property::mtu:
            return cells_.put(port.kind == PortKind::lag ? channel_mtu : port_mtu,
                port.name,
                std::max(std::get<Bytes>(change.value).count, frame_header) - frame_header);
        case Property::speed:
            return set_speed(port, std::get<BitsPerSecond>(change.value));
        case Property::fec:
            return set_fec(port, std::get<Fec>(change.value));
        case Property::cable_length:
            return buffers_.set_cable(port, std::get<Metres>(change.value));
        case Property::reserve:
            return buffers_.set_profile(
                change, profile_size, static_cast<std::int64_t>(std::get<Bytes>(change.value).count));
        case Property::buffer_threshold:
            return buffers_.set_profile(
                change, profile_dynamic_th, std::get<DynamicThreshold>(change.value).value);
        default:
            return "SONiC's configuration has no place for it";
        }
    }

    Objection set_pfc(const Port& port, const PriorityDelta& delta)
    {
        if (!port.pfc_tx.known())
            return "the port's PFC priorities are not known";
        cells_.set(Table::port_qos_map, port.name, "pfc_enable", list_of(after(port.pfc_tx.value, delta)));
        for (const Priority priority : delta.remove)
            buffers_.drop_headroom(port, priority);
        // The watchdog follows: it stops watching priorities that are no longer paused, and watches new ones.
        const Row* row = cells_.find(Table::port_qos_map, port.name);
        const Node* watched = row == nullptr ? nullptr : row->fields->child("pfcwd_sw_enable");
        const auto before = watched == nullptr ? std::nullopt : parse_priorities(watched->value);
        if (before && after(*before, delta) != *before)
            cells_.set(Table::port_qos_map, port.name, "pfcwd_sw_enable", list_of(after(*before, delta)));
        return {};
    }

    Objection set_speed(const Port& port, BitsPerSecond speed)
    {
        Objection reason = cells_.put(port_speed, port.name, speed.count / bits_per_megabit);
        return reason ? reason : buffers_.follow_speed(port, speed);
    }

    // sonic-port.yang (sonic-buildimage 086b03bd) accepts rs, fc, none and auto.
    Objection set_fec(const Port& port, Fec fec)
    {
        const std::string_view word = word_of(port_fec.words, fec);
        if (Objection reason = objection_unless_empty(no_word_for_code(word, port, fec)))
            return reason;
        cells_.set(port_fec.table, port.name, port_fec.name, word);
        return {};
    }

    Objection take_whole(const Change& change)
    {
        const auto key_in = [&](Table table, std::string_view usual) {
            const std::vector<Row>& rows = cells_.config().of(table);
            return rows.empty() ? usual : rows.back().key;
        };
        if (change.property == Property::lossless_packet)
            return cells_.put_named(
                lossless_mtu, key_in(lossless_mtu.table, "AZURE"), std::get<Bytes>(change.value).count);
        if (change.property != Property::hashing)
            return "SONiC's configuration has no place for it";
        const std::string fields = hash_fields(std::get<HashFields>(change.value));
        if (fields.empty())
            return "SWITCH_HASH has no fields to add to";
        cells_.set_named(Table::switch_hash, key_in(Table::switch_hash, "GLOBAL"), "ecmp_hash", fields);
        return {};
    }

    // The current hash fields with the missing ones appended.
    [[nodiscard]] std::string hash_fields(HashFields wanted) const
    {
        std::string text;
        for (const Row& row : cells_.config().of(Table::switch_hash)) {
            const Node* field = row.fields->child("ecmp_hash");
            if (field == nullptr)
                continue;
            text = field->value;
            for (const Node& element : *field)
                add_item(text, element.value, ",");
        }
        const HashFields now = device_.load_balancing.ecmp.value_or({});
        for (const auto& [field, word] : {std::pair(HashField::source_ip, "SRC_IP"),
                 std::pair(HashField::destination_ip, "DST_IP"),
                 std::pair(HashField::source_port, "L4_SRC_PORT")}) {
            if (!text.empty() && wanted.has(field) && !now.has(field))
                text += fmt::format(",{}", word);
        }
        return text;
    }

    // SONiC classifies by DSCP if a map is bound.
    Objection set_trust(const Port& port, Trust trust)
    {
        if (trust != Trust::dscp)
            return "only trust in DSCP is set up by a map alone";
        const ClassMap* wanted = nullptr;
        for (const Port& other : device_.ports) {
            const ClassMap* map = device_.map(other.dscp_to_tc);
            if (map != nullptr && wanted != nullptr && map != wanted)
                return "the device has several DSCP maps to choose from";
            wanted = map != nullptr ? map : wanted;
        }
        if (wanted == nullptr)
            return "no port of the device has a DSCP map to follow";
        cells_.set(Table::port_qos_map,
            port.name,
            "dscp_to_tc_map",
            cells_.refer(Table::port_qos_map, "dscp_to_tc_map", Table::dscp_to_tc_map, wanted->name));
        return {};
    }

    Objection set_marking(const Change& change)
    {
        const auto* target = std::get_if<EcnTarget>(&change.value);
        if (target == nullptr)
            return "SONiC takes thresholds in bytes, not as shares of a queue's depth";
        return change.property == Property::ecn ? ecn_.bind(change, *target)
                                                : ecn_.set_thresholds(change, *target);
    }

    Objection set_watchdog(const Port& port, const WatchdogTarget& target)
    {
        const bool running = port.watchdog.enabled.is(true);
        const Row* row = cells_.find(Table::pfc_wd, port.name);
        for (const auto& [field, wanted] : {std::pair(&detection_time, target.detection),
                 std::pair(&restoration_time, target.restoration),
                 std::pair(&poll_interval, target.poll)}) {
            if (wanted && !field->limit.takes(wanted->count()))
                return Objection(out_of_range(field->limit, wanted->count()));
        }
        Objection reason;
        const auto set = [&](const NumberField& field, std::optional<Milliseconds> wanted, bool needed) {
            const Node* written = row == nullptr ? nullptr : row->fields->child(field.name());
            if (wanted
                && (needed || written == nullptr || written->value != fmt::format("{}", wanted->count()))) {
                if (Objection objection = cells_.put(field, port.name, wanted->count()); objection && !reason)
                    reason = std::move(objection);
            }
        };
        if (row == nullptr && !target.detection)
            return "the watchdog needs a detection time";
        if (row == nullptr)
            cells_.set(Table::pfc_wd,
                port.name,
                watchdog_action.name,
                word_of(watchdog_action.words, WatchdogAction::drop));
        const Row* counters = cells_.find(Table::flex_counter_table, "PFCWD");
        const Node* polled = counters == nullptr ? nullptr : counters->fields->child("FLEX_COUNTER_STATUS");
        if (!running && polled != nullptr && polled->value == "disable")
            cells_.set(Table::flex_counter_table, "PFCWD", "FLEX_COUNTER_STATUS", "enable");
        set(detection_time, target.detection, !running);
        set(restoration_time, target.restoration, !running && target.restoration.has_value());
        if (target.poll) {
            // One interval for all ports: the shortest that any change requests.
            Milliseconds poll = *target.poll;
            for (const Change& other : changes_) {
                const auto* theirs = std::get_if<WatchdogTarget>(&other.value);
                if (theirs != nullptr && theirs->poll)
                    poll = std::min(poll, *theirs->poll);
            }
            if (Objection objection = cells_.put_named(poll_interval, "GLOBAL", poll.count());
                objection && !reason)
                reason = std::move(objection);
        }
        if (!target.priorities.empty())
            cells_.set(Table::port_qos_map, port.name, "pfcwd_sw_enable", list_of(target.priorities));
        return reason;
    }

    const Device& device_;
    std::span<const Change> changes_;
    Cells cells_;
    ChangeSet set_;
    MapEditor maps_;
    EcnEditor ecn_;
    BufferEditor buffers_;
    SchedulerEditor schedulers_;
};

void refuse_all(std::vector<Refusal>& refused, std::size_t count, const std::string& reason)
{
    refused.clear();
    for (std::uint32_t index = 0; index < count; ++index)
        refused.push_back({index, reason});
}

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    Arena arena(4096);
    std::vector<SyntaxProblem> problems;
    const Config config = normalise(trees, arena, problems);
    Translator translator(config, device, changes);
    translator.run(editing.refused);
    const std::vector<WantedRow> rows = translator.rows();
    refuse_by_model(config, rows, editing.refused);
    if (!editing.refused.empty())
        return editing;
    auto edits = edits_of(trees, config, rows);
    if (edits)
        editing.edits = std::move(*edits);
    else
        refuse_all(editing.refused, changes.size(), edits.error().message);
    return editing;
}

// A row that the updater would refuse refuses every change that it belongs to.
Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Arena arena(4096);
    std::vector<SyntaxProblem> problems;
    const Config config = normalise(trees, arena, problems);
    Translator translator(config, device, changes);
    translator.run(made.refused);
    const std::vector<WantedRow> rows = translator.rows();
    ask_updater(config, device, rows, made);
    if (made.refused.empty())
        made.text = patch_of(config, rows);
    return made;
}

}
