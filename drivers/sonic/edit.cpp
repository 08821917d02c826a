// SPDX-License-Identifier: Apache-2.0
// Neutral changes as rows of CONFIG_DB.
#include "drivers/sonic/edit.h"

#include "drivers/sonic/cells.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// portmgrd and portsorch count an Ethernet header on top of the IP packet.
constexpr std::uint64_t frame_header = 14;

Table table_of(MapKind kind)
{
    switch (kind) {
    case MapKind::dscp_to_tc:
        return Table::dscp_to_tc_map;
    case MapKind::pcp_to_tc:
        return Table::dot1p_to_tc_map;
    case MapKind::tc_to_queue:
        return Table::tc_to_queue_map;
    case MapKind::tc_to_priority_group:
        return Table::tc_to_priority_group_map;
    case MapKind::priority_to_queue:
        return Table::pfc_priority_to_queue_map;
    case MapKind::priority_to_priority_group:
        return Table::pfc_priority_to_priority_group_map;
    case MapKind::tc_to_dscp:
        return Table::tc_to_dscp_map;
    case MapKind::tc_to_pcp:
        return Table::tc_to_dot1p_map;
    }
    return Table::unknown;
}

const Setting<Ref>& binding_of(const Port& port, MapKind kind)
{
    switch (kind) {
    case MapKind::pcp_to_tc:
        return port.pcp_to_tc;
    case MapKind::tc_to_queue:
        return port.tc_to_queue;
    case MapKind::tc_to_priority_group:
        return port.tc_to_priority_group;
    case MapKind::priority_to_queue:
        return port.priority_to_queue;
    case MapKind::priority_to_priority_group:
        return port.priority_to_priority_group;
    case MapKind::tc_to_dscp:
        return port.tc_to_dscp;
    case MapKind::dscp_to_tc:
    case MapKind::tc_to_pcp:
        break;
    }
    return port.dscp_to_tc;
}

std::string list_of(PrioritySet set)
{
    std::string text;
    for (Priority priority = 0; priority < 8; ++priority) {
        if (set.has(priority))
            text += fmt::format("{}{}", text.empty() ? "" : ",", priority);
    }
    return text;
}

PrioritySet after(PrioritySet before, const PriorityDelta& delta)
{
    return (before | delta.add) - delta.remove;
}

// The fields of a WRED profile that marks every colour alike.
Fields fields_of(const EcnTarget& target)
{
    Fields fields{{"ecn", "ecn_all"}};
    for (const char* colour : {"green", "yellow", "red"}) {
        fields[fmt::format("wred_{}_enable", colour)] = "true";
        fields[fmt::format("{}_min_threshold", colour)] = fmt::format("{}", target.min_threshold.count);
        fields[fmt::format("{}_max_threshold", colour)] = fmt::format("{}", target.max_threshold.count);
        fields[fmt::format("{}_drop_probability", colour)]
            = fmt::format("{}", target.max_probability.hundredths / 100);
    }
    return fields;
}

class Translator {
public:
    Translator(const Config& config, const Device& device, std::span<const Change> changes)
        : device_(device), changes_(changes), cells_(config)
    {
    }

    void run(std::vector<Refusal>& refused)
    {
        for (std::uint32_t index = 0; index < changes_.size(); ++index) {
            const Change& change = changes_[index];
            const std::string reason = change.port.port < device_.ports.size()
                ? take(change, device_.ports[change.port.port])
                : std::string("a correction of the whole device is made by hand");
            if (!reason.empty())
                refused.push_back({index, reason});
        }
    }

    [[nodiscard]] std::vector<WantedRow> rows() const { return cells_.finish(); }

private:
    // Empty, or why the change cannot be made.
    std::string take(const Change& change, const Port& port)
    {
        switch (change.property) {
        case Property::pfc:
            return set_pfc(port, std::get<PriorityDelta>(change.value));
        case Property::headroom:
            return set_headroom(port, std::get<PriorityDelta>(change.value));
        case Property::trust:
            return set_trust(port, std::get<Trust>(change.value));
        case Property::dscp_map:
        case Property::pcp_map:
        case Property::queue_map:
        case Property::priority_group_map:
            return set_map(change, port, std::get<MapEntry>(change.value));
        case Property::ecn:
            return bind_ecn(change, port, std::get<EcnTarget>(change.value));
        case Property::ecn_thresholds:
            return set_thresholds(change, port, std::get<EcnTarget>(change.value));
        case Property::watchdog:
        case Property::watchdog_timers:
            return set_watchdog(port, std::get<WatchdogTarget>(change.value));
        case Property::mtu:
            cells_.set(Table::port,
                port.name,
                "mtu",
                fmt::format("{}", std::get<Bytes>(change.value).count - frame_header));
            return {};
        default:
            return "SONiC's configuration has no place for it";
        }
    }

    std::string set_pfc(const Port& port, const PriorityDelta& delta)
    {
        if (!port.pfc_tx.known())
            return "the port's PFC priorities are not known";
        cells_.set(Table::port_qos_map, port.name, "pfc_enable", list_of(after(port.pfc_tx.value, delta)));
        for (Priority priority = 0; priority < 8; ++priority) {
            if (delta.remove.has(priority))
                drop_headroom(port, priority);
        }
        // What is no longer paused needs no watchdog, and what is paused anew does.
        const Row* row = cells_.find(Table::port_qos_map, port.name);
        const Node* watched = row == nullptr ? nullptr : row->fields->child("pfcwd_sw_enable");
        const auto before = watched == nullptr ? std::nullopt : parse_priorities(watched->value);
        if (before && after(*before, delta) != *before)
            cells_.set(Table::port_qos_map, port.name, "pfcwd_sw_enable", list_of(after(*before, delta)));
        return {};
    }

    // What is no longer paused has no use for the headroom that a row of its own gives it.
    void drop_headroom(const Port& port, Priority priority)
    {
        const Setting<std::uint8_t> number = group_of_priority(device_, port, priority);
        const PriorityGroup* group = number.known() ? device_.group(port, number.value) : nullptr;
        const std::string item = fmt::format("{}|{}", port.name, number.value);
        if (group != nullptr && group->lossless.is(true) && cells_.find(Table::buffer_pg, item) != nullptr)
            cells_.remove(Table::buffer_pg, item);
    }

    // buffermgrd makes the lossless group itself where no row stands in its way (sonic-swss cfgmgr/buffermgr.cpp).
    std::string set_headroom(const Port& port, const PriorityDelta& delta)
    {
        if (!device_.headroom.dynamic.is(false))
            return "whether the switch works headroom out by itself is not known";
        if (!port.cable_length.known() || !port.speed.known())
            return "the port's speed or cable length is not known, from which the switch makes headroom";
        for (Priority priority = 0; priority < 8; ++priority) {
            const Setting<std::uint8_t> group = group_of_priority(device_, port, priority);
            if (!delta.add.has(priority) || !group.known())
                continue;
            cells_.set(Table::buffer_pg,
                fmt::format("{}|{}", port.name, group.value),
                "profile",
                fmt::format("pg_lossless_{}_{}m_profile",
                    port.speed.value.count / 1'000'000,
                    port.cable_length.value.count));
        }
        return {};
    }

    // SONiC classifies by DSCP where a map is bound.
    std::string set_trust(const Port& port, Trust trust)
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
        cells_.set(Table::port_qos_map, port.name, "dscp_to_tc_map", wanted->name);
        return {};
    }

    [[nodiscard]] bool wants(const Port& port, const Change& change) const
    {
        return std::ranges::any_of(changes_, [&](const Change& other) {
            return other.port.port < device_.ports.size() && &device_.ports[other.port.port] == &port
                && other.property == change.property && other.value == change.value
                && other.number == change.number;
        });
    }

    std::string set_map(const Change& change, const Port& port, const MapEntry& entry)
    {
        const Setting<Ref>& binding = binding_of(port, entry.kind);
        const ClassMap* map = device_.map(binding);
        if (map == nullptr || map->name.empty())
            return "no map is bound to the port";
        for (const Port& other : device_.ports) {
            if (!change.shared && binding_of(other, entry.kind).is(binding.value) && !wants(other, change))
                return fmt::format(
                    "{} shares the map {}, which is not to be changed there", other.name, map->name);
        }
        cells_.set_named(
            table_of(entry.kind), map->name, fmt::format("{}", entry.from), fmt::format("{}", entry.to));
        return {};
    }

    std::string bind_ecn(const Change& change, const Port& port, const EcnTarget& target)
    {
        std::string name;
        for (const EcnProfile& profile : device_.ecn_profiles) {
            const bool same = profile.marks() && !profile.curves.empty()
                && profile.curves.front().min_threshold.is(target.min_threshold)
                && profile.curves.front().max_threshold.is(target.max_threshold)
                && profile.curves.front().max_probability.is(target.max_probability);
            if (same && name.empty())
                name = profile.name;
        }
        if (name.empty()) {
            name = fmt::format(
                "RDMA_{}_{}", target.min_threshold.count / 1000, target.max_threshold.count / 1000);
            for (const auto& [field, value] : fields_of(target))
                cells_.set_named(Table::wred_profile, name, field, value);
        }
        cells_.set(Table::queue, fmt::format("{}|{}", port.name, change.number), "wred_profile", name);
        return {};
    }

    std::string set_thresholds(const Change& change, const Port& port, const EcnTarget& target)
    {
        const Setting<Ref> ecn = ecn_of_queue(device_, port, change.number);
        if (!ecn.known() || ecn.value.none())
            return bind_ecn(change, port, target);
        const EcnProfile& profile = device_.ecn_profiles[ecn.value.index];
        for (const auto& [field, value] : fields_of(target))
            cells_.set_named(Table::wred_profile, profile.name, field, value);
        return {};
    }

    std::string set_watchdog(const Port& port, const WatchdogTarget& target)
    {
        const bool running = port.watchdog.enabled.is(true);
        const Row* row = cells_.find(Table::pfc_wd, port.name);
        const auto set = [&](std::string_view field, std::optional<Milliseconds> wanted, bool needed) {
            if (wanted
                && (needed || row == nullptr || row->fields->child(field) == nullptr
                    || row->fields->child(field)->value != fmt::format("{}", wanted->count())))
                cells_.set(Table::pfc_wd, port.name, field, fmt::format("{}", wanted->count()));
        };
        if (row == nullptr && !target.detection)
            return "the watchdog needs a detection time";
        if (row == nullptr)
            cells_.set(Table::pfc_wd, port.name, "action", "drop");
        set("detection_time", target.detection, !running);
        set("restoration_time", target.restoration, !running && target.restoration.has_value());
        if (target.poll)
            cells_.set_named(
                Table::pfc_wd, "GLOBAL", "POLL_INTERVAL", fmt::format("{}", target.poll->count()));
        if (!target.priorities.empty())
            cells_.set(Table::port_qos_map, port.name, "pfcwd_sw_enable", list_of(target.priorities));
        return {};
    }

    const Device& device_;
    std::span<const Change> changes_;
    Cells cells_;
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
    auto edits = edits_of(trees, config, translator.rows());
    if (edits)
        editing.edits = std::move(*edits);
    else
        refuse_all(editing.refused, changes.size(), edits.error().message);
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Arena arena(4096);
    std::vector<SyntaxProblem> problems;
    const Config config = normalise(trees, arena, problems);
    Translator translator(config, device, changes);
    translator.run(made.refused);
    made.text = patch_of(config, translator.rows());
    return made;
}

}
