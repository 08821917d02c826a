// SPDX-License-Identifier: Apache-2.0
// Neutral changes as lines of Onyx. What `roce` and traffic pools make is not changed line by line, and neither are files
// in prefix modes; what Onyx has no line for is refused.
#include "drivers/line_cli/line_editor.h"
#include "drivers/onyx/config.h"
#include "drivers/onyx/onyx.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::onyx {
namespace {

using line_cli::fact_of;
using line_cli::Value;

template <class Enum>
std::uint64_t number_of(Enum value)
{
    return static_cast<std::uint64_t>(value);
}

std::uint64_t bit(std::uint8_t number) { return std::uint64_t{1} << number; }

class Translator {
public:
    Translator(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        : device_(device)
        , changes_(changes)
        , lines_(line_cli::read_lines(grammar(), scope::top, trees))
        , stanzas_(lines_, port_blocks(), device)
        , writer_(grammar())
        , editor_(grammar(), stanzas_, device, changes, writer_)
    {
    }

    // What was made of the changes, without those that are refused.
    const line_cli::LineWriter& run(std::vector<Refusal>& refused)
    {
        for (std::uint32_t index = 0; index < changes_.size(); ++index) {
            const Change& change = changes_[index];
            // A change that is refused in the middle leaves nothing.
            const line_cli::LineWriter before = writer_;
            std::string reason = change.port.port >= device_.ports.size()
                ? fmt::format("a correction of {} is not written for Onyx yet", name_of(change.property))
                : has_prefix_modes()
                ? "the file is in prefix modes: collect what `show running-config` prints without them"
                : take(change, device_.ports[change.port.port]);
            if (!reason.empty()) {
                writer_ = before;
                refused.push_back({index, std::move(reason)});
            }
        }
        return writer_;
    }

private:
    [[nodiscard]] bool has_prefix_modes() const
    {
        return std::ranges::any_of(lines_.stanzas, [&](const line_cli::Stanza& stanza) {
            const auto inside = lines_.inside(stanza);
            return !inside.empty() && inside.front().node != lines_.header(stanza).node;
        });
    }

    // Empty, or why the change cannot be made.
    std::string take(const Change& change, const Port& port)
    {
        switch (change.property) {
        case Property::pfc:
            return set_pfc(change, std::get<PriorityDelta>(change.value));
        case Property::watchdog:
        case Property::watchdog_timers:
            return set_watchdog(change, std::get<WatchdogTarget>(change.value));
        case Property::trust:
            return put(change, fact_of(Says::trust, {number_of(std::get<Trust>(change.value))}));
        case Property::mtu:
            return put(change, fact_of(Says::mtu, {std::get<Bytes>(change.value).count - frame_header}));
        case Property::fec:
            return put(change, fact_of(Says::fec, {number_of(std::get<Fec>(change.value))}));
        case Property::speed:
            return put(change, fact_of(Says::speed, {std::get<BitsPerSecond>(change.value).count}));
        case Property::link_pause: {
            const std::uint64_t on = std::get<bool>(change.value) ? 1 : 0;
            std::string reason = put(change, fact_of(Says::pause_receive, {on}));
            return reason.empty() ? put(change, fact_of(Says::pause_send, {on})) : reason;
        }
        case Property::dscp_map:
        case Property::pcp_map:
        case Property::queue_map:
        case Property::priority_group_map:
            return set_map(change, std::get<MapEntry>(change.value));
        case Property::ecn:
        case Property::ecn_thresholds:
            return set_ecn(change, std::get<EcnTarget>(change.value));
        case Property::scheduler:
            return set_scheduler(change, std::get<SchedulerTarget>(change.value));
        case Property::headroom:
            if (const auto* delta = std::get_if<PriorityDelta>(&change.value))
                return set_lossless(change, port, *delta);
            return set_buffer(change, group_of(port, change.number), [&](Fact& line) {
                line.values[buffer_slot::reserved].number
                    = line.value(buffer_slot::xoff) + std::get<Bytes>(change.value).count;
            });
        case Property::reserve:
            return set_buffer(change, change.number, [&](Fact& line) {
                line.values[buffer_slot::reserved].number = std::get<Bytes>(change.value).count;
            });
        case Property::buffer_threshold:
            return set_buffer(change, change.number, [&](Fact& line) {
                line.values[buffer_slot::alpha(line)].number
                    = alpha_number(std::get<DynamicThreshold>(change.value).value);
            });
        case Property::cable_length:
            return "Onyx has no line for the length of a cable: headroom is reserved in bytes";
        default:
            return fmt::format("a correction of {} is not written for Onyx yet", name_of(change.property));
        }
    }

    std::string put(Change change, const Fact& wanted)
    {
        if (editor_.text_of(wanted).empty())
            return "Onyx has no words for this value, or does not take it exactly";
        const line_cli::LineName name{wanted.kind, wanted.number};
        std::string reason = editor_.move_to_lag(change, name);
        const Fact* line = editor_.find(change.port.port, name).fact;
        const bool other_row
            = wanted.statement != nullptr && line != nullptr && line->statement != wanted.statement;
        return reason.empty()
            ? editor_.put(change, wanted, other_row ? line_cli::Keep::nothing : line_cli::Keep::other_values)
            : reason;
    }

    // A port with PFC that has or gets the priority by a line for the whole device, although nobody asked.
    [[nodiscard]] const Port* bystander(const Change& change, Priority priority, bool add) const
    {
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            const Port& port = device_.ports[index];
            const bool touched
                = port.pfc_tx.known() && !port.pfc_tx.value.empty() && port.pfc_tx.value.has(priority) != add;
            const bool wants = std::ranges::any_of(changes_, [&](const Change& other) {
                const auto* delta = std::get_if<PriorityDelta>(&other.value);
                return other.port.port == index && other.property == Property::pfc
                    && (add ? delta->add : delta->remove).has(priority);
            });
            if (touched && !wants && index != change.port.port && !change.shared)
                return &port;
        }
        return nullptr;
    }

    std::string set_pfc(const Change& change, const PriorityDelta& delta)
    {
        const Port& port = device_.ports[change.port.port];
        for (const line_cli::Stanza& stanza : lines_.stanzas) {
            const Says what = static_cast<Says>(lines_.header(stanza).kind);
            if (what == Says::roce || what == Says::traffic_pool)
                return "flow control is what `roce` or a traffic pool makes of it, and is changed there, by hand";
        }
        const PrioritySet now = port.pfc_tx.known() ? port.pfc_tx.value | port.pfc_rx.value : PrioritySet{};
        const bool off = (now - delta.remove).empty() && delta.add.empty();
        for (const Priority priority : off ? PrioritySet{} : delta.add | delta.remove) {
            const bool add = delta.add.has(priority);
            const Fact* line = editor_.find_global_of({kind_of(Says::pfc_priority), priority});
            if ((line != nullptr) == add)
                continue;
            if (const Port* other = bystander(change, priority, add))
                return fmt::format(
                    "Onyx pauses the same priorities on all ports with flow control, and {} must not change",
                    other->name);
            std::string problem = add
                ? editor_.put_global(fact_of(Says::pfc_priority, {priority}, priority), nullptr)
                : editor_.take_away_global(*line);
            if (!problem.empty())
                return problem;
        }
        if (off)
            return take_away(change, fact_of(Says::pfc_mode));
        if (delta.add.empty())
            return {};
        std::string reason;
        if (editor_.find_global_of({kind_of(Says::pfc_enabled)}) == nullptr)
            reason = editor_.put_global(fact_of(Says::pfc_enabled), nullptr);
        return reason.empty() ? put(change, fact_of(Says::pfc_mode, {number_of(PfcMode::on)})) : reason;
    }

    std::string take_away(Change change, Fact fact)
    {
        fact.sense = Sense::off;
        const line_cli::LineName name{fact.kind, fact.number};
        std::string reason = editor_.move_to_lag(change, name);
        return reason.empty() ? editor_.take_away(change, name, fact) : reason;
    }

    std::string set_watchdog(const Change& change, const WatchdogTarget& target)
    {
        if (target.detection || target.restoration || target.poll)
            return "Onyx has no line for the times of its watchdog";
        return put(change, fact_of(Says::watchdog, {}));
    }

    std::string set_map(const Change& change, const MapEntry& entry)
    {
        if (entry.to >= class_count)
            return "Onyx has switch-priorities, traffic classes and groups from 0 to 7";
        constexpr std::uint64_t not_eligible_for_drop = 1; // DEI 0
        const std::uint64_t from = bit(entry.from);
        switch (entry.kind) {
        case MapKind::dscp_to_tc:
            return editor_.add(change, fact_of(Says::dscp_map, {from}, entry.to));
        case MapKind::pcp_to_tc:
            return editor_.add(change, fact_of(Says::pcp_map, {from, not_eligible_for_drop}, entry.to));
        case MapKind::tc_to_queue:
            if (editor_.find_global_of({kind_of(Says::roce)}) != nullptr)
                return "the traffic classes of switch-priorities are what `roce` makes of them";
            return editor_.add(change, fact_of(Says::class_binding, {entry.to, from}, entry.to));
        case MapKind::tc_to_priority_group:
            return editor_.add(change, fact_of(Says::group_binding, {entry.to, from}, entry.to));
        default:
            return "Onyx has no such map to change";
        }
    }

    std::string set_ecn(const Change& change, const EcnTarget& target)
    {
        if (target.max_probability != Percent::whole(100))
            return "Onyx marks every packet above the maximum and has no line for a lower probability";
        const line_cli::FoundLine found
            = editor_.find(change.port.port, {kind_of(Says::congestion), change.number});
        if (found.states() && is_relative(*found.fact))
            return "the line states the thresholds as a share of what the queue may hold";
        const std::uint64_t what = found.states() ? found.fact->value(1) | marks_bit : marks_bit;
        return put(change,
            fact_of(Says::congestion,
                {change.number, what, target.min_threshold.count, target.max_threshold.count},
                change.number));
    }

    std::string set_scheduler(const Change& change, const SchedulerTarget& target)
    {
        Fact service = fact_of(Says::service, {change.number, number_of(target.kind)}, change.number);
        if (target.kind == SchedulerKind::weighted) {
            if (!target.weight || target.bandwidth)
                return "Onyx serves traffic classes by weights, and has no line for a share";
            service.values[2] = Value::of(*target.weight);
        }
        return put(change, service);
    }

    template <class Change_>
    std::string set_buffer(const Change& change, std::uint8_t group, Change_&& make)
    {
        const line_cli::FoundLine found
            = editor_.find(change.port.port, {kind_of(Says::group_buffer), group});
        if (group == ClassMap::unmapped || !found.states())
            return "no line states the buffer of the priority group";
        Fact line = *found.fact;
        make(line);
        return put(change, line);
    }

    // ClassMap::unmapped where it is not known.
    [[nodiscard]] std::uint8_t group_of(const Port& port, Priority priority) const
    {
        const ClassMap* map = device_.map(port.priority_to_priority_group);
        return map == nullptr ? ClassMap::unmapped : map->at_point(priority);
    }

    // A line of another group or port of the same speed, lossless or not, as the one of `group`.
    [[nodiscard]] const Fact* model_line(const Port& port, bool lossless) const
    {
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            if (&device_.ports[index] != &port && device_.ports[index].speed.value != port.speed.value)
                continue;
            for (std::uint8_t group = 0; group < class_count; ++group) {
                const line_cli::FoundLine line = editor_.find(index, {kind_of(Says::group_buffer), group});
                if (line.states() && is_lossless(*line.fact) == lossless)
                    return line.fact;
            }
        }
        return nullptr;
    }

    std::string set_lossless(const Change& change, const Port& port, const PriorityDelta& delta)
    {
        for (const Priority priority : delta.add | delta.remove) {
            const bool add = delta.add.has(priority);
            const Fact* model = model_line(port, add);
            if (model == nullptr)
                return fmt::format("no port of the same speed has a {} group whose line could be taken",
                    add ? "lossless" : "lossy");
            if (group_of(port, priority) != priority)
                return fmt::format("switch-priority {} is not in priority group {}: bind it there first",
                    priority,
                    priority);
            Fact line = *model;
            line.number = priority;
            line.values[0] = Value::of(priority);
            std::string reason = put(change, line);
            if (!reason.empty())
                return reason;
        }
        return {};
    }

    const Device& device_;
    std::span<const Change> changes_;
    line_cli::Lines lines_;
    line_cli::StanzaIndex stanzas_;
    line_cli::LineWriter writer_;
    line_cli::LineEditor editor_;
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    editing.edits = Translator(trees, device, changes).run(editing.refused).edits();
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    made.text = Translator(trees, device, changes).run(made.refused).commands();
    return made;
}

}
