// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into lines of Onyx. What `roce` and traffic pools set is not changed line by line,
// nor are files in prefix modes; changes without a line in Onyx are refused.
#include "drivers/line_cli/write/translator.h"
#include "drivers/onyx/config.h"
#include "drivers/onyx/onyx.h"

#include <fmt/format.h>

namespace rocelint::onyx {
namespace {

constexpr line_cli::ValueLine values[]{{Property::trust, kind_of(LineKind::trust)},
    {Property::mtu, kind_of(LineKind::mtu), frame_header},
    {Property::fec, kind_of(LineKind::fec)},
    {Property::speed, kind_of(LineKind::speed)},
    {Property::link_pause, kind_of(LineKind::pause_receive)},
    {Property::link_pause, kind_of(LineKind::pause_send)}};

class OnyxTranslator final : public line_cli::Translator {
public:
    explicit OnyxTranslator(const line_cli::Task& task)
        : Translator({.platform = "Onyx",
                         .grammar = grammar(),
                         .top = scope::top,
                         .blocks = port_blocks(),
                         .values = values,
                         .of_members = line_cli::OfMembers::lag_if_stated},
            task)
    {
    }

private:
    std::string why_not_editable() const override
    {
        return lines().has_blocks()
            ? "the file is in prefix modes: collect what `show running-config` prints without them"
            : "";
    }

    std::string take(const Change& change, const Port& port) override
    {
        switch (change.property) {
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
            return take_value(change);
        }
    }

    // A line for the whole device would add or remove a priority on other ports with PFC too.
    std::string set_device_priority(const Change& change, Priority priority, bool add)
    {
        const Fact* line = editor().find_global_of({kind_of(LineKind::pfc_priority), priority});
        if ((line != nullptr) == add)
            return {};
        std::string reason = refuse_for_paused(
            change, "Onyx pauses the same priorities on all ports with flow control", priority, add);
        if (!reason.empty())
            return reason;
        return add ? editor().put_global(fact_of(LineKind::pfc_priority, {priority}, priority), nullptr)
                   : editor().take_away_global(*line);
    }

    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override
    {
        if (editor().find_global(kind_of(LineKind::roce)) != nullptr
            || editor().find_global(kind_of(LineKind::traffic_pool)) != nullptr)
            return "flow control is what `roce` or a traffic pool makes of it, and is changed there, by hand";
        const PrioritySet now = port.pfc_tx.known() ? port.pfc_tx.value | port.pfc_rx.value : PrioritySet{};
        if ((now - delta.remove).empty() && delta.add.empty())
            return take_away(change, fact_of(LineKind::pfc_mode));
        std::string reason;
        for (const Priority priority : delta.add | delta.remove) {
            if (reason.empty())
                reason = set_device_priority(change, priority, delta.add.has(priority));
        }
        if (!reason.empty() || delta.add.empty())
            return reason;
        if (editor().find_global_of({kind_of(LineKind::pfc_enabled)}) == nullptr)
            reason = editor().put_global(fact_of(LineKind::pfc_enabled), nullptr);
        return reason.empty() ? put(change, fact_of(LineKind::pfc_mode, {number_of(PfcMode::on)})) : reason;
    }

    std::string set_watchdog(const Change& change, const Port&, const WatchdogTarget& target) override
    {
        if (target.detection || target.restoration || target.poll)
            return "Onyx has no line for the times of its watchdog";
        return put(change, fact_of(LineKind::watchdog, {}));
    }

    std::string set_map(const Change& change, const Port&, const MapEntry& entry) override
    {
        if (entry.to >= class_count)
            return "Onyx has switch-priorities, traffic classes and groups from 0 to 7";
        const line_cli::MapLine* map = line_cli::find_map(map_lines, entry.kind);
        if (map == nullptr)
            return "Onyx has no such map to change";
        if (entry.kind == MapKind::tc_to_queue
            && editor().find_global_of({kind_of(LineKind::roce)}) != nullptr)
            return "the traffic classes of switch-priorities are what `roce` makes of them";
        constexpr std::uint64_t not_eligible_for_drop = 1; // DEI 0
        Fact wanted = fact_of(map->fact, {entry.to, not_eligible_for_drop}, entry.to);
        wanted.values[map->slot] = Value::of(std::uint64_t{1} << entry.from);
        return editor().add(change, wanted);
    }

    std::string set_ecn(const Change& change, const Port&, const EcnTarget& target) override
    {
        if (target.max_probability != Percent::whole(100))
            return "Onyx marks every packet above the maximum and has no line for a lower probability";
        const line_cli::FoundLine found
            = editor().find(change.port.port, {kind_of(LineKind::congestion), change.number});
        if (found.states() && is_relative(*found.fact))
            return "the line states the thresholds as a share of what the queue may hold";
        const std::uint64_t what = found.states() ? found.fact->value(1) | marks_bit : marks_bit;
        return put(change,
            fact_of(LineKind::congestion,
                {change.number, what, target.min_threshold.count, target.max_threshold.count},
                change.number));
    }

    std::string set_scheduler(const Change& change, const Port&, const SchedulerTarget& target) override
    {
        Fact service = fact_of(LineKind::service, {change.number, number_of(target.kind)}, change.number);
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
            = editor().find(change.port.port, {kind_of(LineKind::group_buffer), group});
        if (group == ClassMap::unmapped || !found.states())
            return "no line states the buffer of the priority group";
        Fact line = *found.fact;
        make(line);
        return put(change, line);
    }

    // ClassMap::unmapped if it is not known.
    [[nodiscard]] std::uint8_t group_of(const Port& port, Priority priority) const
    {
        const ClassMap* map = device().map(port.priority_to_priority_group);
        return map == nullptr ? ClassMap::unmapped : map->at_point(priority);
    }

    // Returns a line of another group, or of a port with the same speed, that is lossless or lossy as
    // requested, as a template.
    [[nodiscard]] const Fact* model_line(const Port& port, bool lossless) const
    {
        for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
            if (&device().ports[index] != &port && device().ports[index].speed.value != port.speed.value)
                continue;
            for (std::uint8_t group = 0; group < class_count; ++group) {
                const line_cli::FoundLine line
                    = editor().find(index, {kind_of(LineKind::group_buffer), group});
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
};

}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<OnyxTranslator>(task);
}

}
