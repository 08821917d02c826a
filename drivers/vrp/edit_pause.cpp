// SPDX-License-Identifier: Apache-2.0
// PFC, its buffers and the detection of deadlocks as lines of VRP.
#include "drivers/vrp/deadlock_times.h"
#include "drivers/vrp/vrp_translator.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

namespace rocelint::vrp {
namespace {

// The detection and recovery time of a priority in a profile, in intervals. A profile without lines is the usual one.
std::pair<std::uint64_t, std::uint64_t> times_in(const Block* profile, Priority priority)
{
    const auto count = [&](LineKind kind) {
        const Fact* line = profile == nullptr ? nullptr : profile->find(kind, priority);
        return line != nullptr && is_set(*line)
            ? line->value(1)
            : std::uint64_t{catalog::platform_default("vrp", "watchdog_intervals").number()};
    };
    return {count(LineKind::detection_time), count(LineKind::recovery_time)};
}

}

// A port with PFC keeps the times of its watchdog. One without PFC takes a profile whose watchdog frees queues before one with
// a recovery time of 0, which does not.
const Block* VrpTranslator::profile_with(
    const Port& port, const Fact* line, PrioritySet priorities, bool& found) const
{
    const PrioritySet paused = line == nullptr ? PrioritySet{} : port.pfc_tx.value_or({});
    const Block* own
        = line == nullptr ? nullptr : block_of(blocks_.blocks(), LineKind::pause_profile, profile_of(*line));
    const auto keeps_times = [&](const Block* profile) {
        for (const Priority priority : priorities) {
            const auto times = times_in(profile, priority);
            if (paused.empty() ? times.second == 0 : times != times_in(own, *paused.begin()))
                return false;
        }
        return true;
    };
    const auto pauses = [&](const Block& each) { return pausing_of(&each).priorities == priorities; };
    const Block* profile = blocks_.blocks().find_if(
        LineKind::pause_profile, [&](const Block& each) { return pauses(each) && keeps_times(&each); });
    const bool usual = profile == nullptr
        && block_of(blocks_.blocks(), LineKind::pause_profile, {}) == nullptr
        && priorities == PrioritySet::of(always_paused) && keeps_times(nullptr);
    if (profile == nullptr && !usual && paused.empty())
        profile = blocks_.blocks().find_if(LineKind::pause_profile, pauses);
    found = profile != nullptr || usual;
    return profile;
}

std::string VrpTranslator::refuse_for_users(const Change& change, std::string_view profile) const
{
    return refuse_for_others(change,
        fmt::format("PFC profile {} is that of other ports too", profile.empty() ? usual_name : profile),
        [&](std::uint32_t index, const Port&) {
            const line_cli::FoundLine line = editor().find(index, {kind_of(LineKind::pfc)});
            return line.states() && profile_of(*line.fact) == profile;
        });
}

// Makes a profile pause these priorities.
std::string VrpTranslator::pause_by(const Change& change, const Block* profile, PrioritySet wanted)
{
    const PrioritySet now = pausing_of(profile).priorities;
    if (now == wanted)
        return {};
    const std::string_view name
        = profile == nullptr || profile->name == usual_name ? std::string_view{} : profile->name;
    if (std::string reason = refuse_for_users(change, name); !reason.empty())
        return reason;
    if (profile == nullptr) {
        blocks_.make(
            before_new(), named(LineKind::pause_profile, {}), {fact_of(LineKind::priorities, {wanted.bits})});
        return {};
    }
    std::string reason;
    for (const Fact* line : profile->facts) {
        const PrioritySet own{static_cast<std::uint8_t>(line->value())};
        if (says(*line) == LineKind::priorities && is_set(*line) && !(own - wanted).empty() && reason.empty())
            reason = blocks_.keep_members(*profile, *line, 0, (own - (own - wanted)).bits);
    }
    for (const Priority priority : now - wanted) {
        for (const LineKind kind : {LineKind::detection_time, LineKind::recovery_time}) {
            if (reason.empty())
                reason = blocks_.remove(*profile, profile->find(kind, priority));
        }
    }
    for (const Priority priority : wanted - now)
        reason = reason.empty() ? pause_too(*profile, priority) : reason;
    return reason;
}

// Adds a priority to a profile, with the times that its other priorities have.
std::string VrpTranslator::pause_too(const Block& profile, Priority priority)
{
    const Node& into = *profile.last_header->node;
    std::string reason = blocks_.put_line(
        profile, into, fact_of(LineKind::priorities, {PrioritySet::of(priority).bits}), nullptr);
    for (const LineKind kind : {LineKind::detection_time, LineKind::recovery_time}) {
        const Fact* like = profile.find(kind);
        if (reason.empty() && like != nullptr && is_set(*like))
            reason = blocks_.put_line(profile,
                into,
                fact_of(kind, {priority, like->value(1)}, priority),
                profile.find(kind, priority));
    }
    return reason;
}

std::string VrpTranslator::set_pfc(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    if (!port.pfc_tx.known())
        return "which priorities the port pauses is not known";
    const PrioritySet wanted = (port.pfc_tx.value | delta.add) - delta.remove;
    if (wanted == port.pfc_tx.value)
        return {};
    if (device().pfc_all_off.is(true))
        return "`dcb pfc global disable` switches PFC off on every port, whose PFC cannot be changed meanwhile";
    const line_cli::FoundLine line = editor().find(change.port.port, {kind_of(LineKind::pfc)});
    if (wanted.empty())
        return take_away(change, fact_of(LineKind::pfc));
    if (!wanted.has(always_paused))
        return "every PFC profile of VRP pauses priority 3, and a port with PFC has one";
    if (std::string reason = beyond_hardware(hardware_, wanted); !reason.empty())
        return reason;
    bool found = false;
    const Block* exact = profile_with(port, line.states() ? line.fact : nullptr, wanted, found);
    if (!found) {
        const std::string_view name = line.states() ? profile_of(*line.fact) : std::string_view{};
        const Block* own = block_of(blocks_.blocks(), LineKind::pause_profile, name);
        if (own == nullptr && !name.empty())
            return fmt::format("PFC profile {} is not in the files", name);
        if (std::string reason = pause_by(change, own, wanted); !reason.empty())
            return reason;
        if (line.states())
            return {};
        exact = own;
    }
    // The row is named: a line with a profile is not kept where the usual profile is meant, which has no name in it.
    const bool is_named = exact != nullptr && !exact->name.empty() && exact->name != usual_name;
    Fact enable = fact_of(LineKind::pfc);
    for (const line_cli::Statement& row : grammar().rows()) {
        if (row.fact == enable.kind && row.synonym == is_named)
            enable.statement = &row;
    }
    if (is_named)
        enable.text = exact->name;
    enable.values.at(is_named ? 1 : 0)
        = line_cli::Value::of(line.states() && is_negotiated(*line.fact) ? 1 : 0);
    return put(change, enable);
}

std::string VrpTranslator::set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target)
{
    if (port.kind != PortKind::physical || port.pfc_tx.value_or({}).empty())
        return "VRP watches the priorities with PFC of a physical port, and this port has none";
    if (target.poll)
        return "the detection of deadlocks of VRP has no polling interval";
    if (!target.priorities.empty() && target.priorities != port.pfc_tx.value)
        return "VRP watches every priority with PFC";
    if (hardware_ == Hardware::unknown)
        return "which lines set the times of the watchdog depends on the hardware, which no line shows";
    return hardware_ == Hardware::simulated ? set_timers(change, target) : set_times(change, port, target);
}

// Times of the whole switch.
std::string VrpTranslator::set_timers(const Change& change, const WatchdogTarget& target)
{
    std::string reason = refuse_for_others(change,
        "the times of deadlock detection are those of the whole switch",
        [](std::uint32_t, const Port& other) { return !other.pfc_tx.value_or({}).empty(); });
    for (const auto& [kind, time] : {std::pair(LineKind::detection, target.detection),
             std::pair(LineKind::recovery, target.restoration)}) {
        if (reason.empty() && time)
            reason = editor().put_global(fact_of(kind, {time->count()}), editor().find_global(kind_of(kind)));
    }
    return reason;
}

// Times of each priority of a profile, in intervals of the whole switch.
std::string VrpTranslator::set_times(const Change& change, const Port& port, const WatchdogTarget& target)
{
    const auto wanted = [](std::optional<Milliseconds> asked, const Setting<Milliseconds>& now) {
        return asked ? std::uint64_t{asked->count()} : std::uint64_t{now.value_or(Milliseconds(0)).count()};
    };
    const std::uint64_t detection = wanted(target.detection, port.watchdog.detection);
    const std::uint64_t recovery = wanted(target.restoration, port.watchdog.restoration);
    const Fact* stated = editor().find_global(kind_of(LineKind::interval));
    const auto now = static_cast<std::uint32_t>(
        stated == nullptr ? catalog::platform_default("vrp", "watchdog_interval").number() : stated->value());
    const std::uint32_t interval
        = can_count(now, detection, recovery) ? now : interval_for(detection, recovery);
    if (interval == 0)
        return fmt::format("VRP has no interval of which {} ms are 1 to {} and {} ms 1 to {}",
            detection,
            most_detection_intervals,
            recovery,
            most_recovery_intervals);
    const line_cli::FoundLine line = editor().find(change.port.port, {kind_of(LineKind::pfc)});
    const std::string_view name = line.states() ? profile_of(*line.fact) : std::string_view{};
    std::string reason = refuse_for_users(change, name);
    if (reason.empty() && interval != now)
        reason = refuse_for_others(change,
            fmt::format(
                "the interval of {} ms, in which the times are counted, is that of the whole switch", now),
            [](std::uint32_t, const Port& other) { return !other.pfc_tx.value_or({}).empty(); });
    if (!reason.empty())
        return reason;
    if (interval != now)
        reason = editor().put_global(fact_of(LineKind::interval, {interval}), stated);
    const Block* profile = block_of(blocks_.blocks(), LineKind::pause_profile, name);
    std::vector<Fact> made;
    for (const Priority priority : port.pfc_tx.value) {
        for (const auto& [kind, time] :
            {std::pair(LineKind::detection_time, detection), std::pair(LineKind::recovery_time, recovery)}) {
            const Fact time_line = fact_of(kind, {priority, time / interval}, priority);
            if (profile == nullptr)
                made.push_back(time_line);
            else if (reason.empty())
                reason = blocks_.put_line(
                    *profile, *profile->last_header->node, time_line, profile->find(kind, priority));
        }
    }
    if (!made.empty())
        blocks_.make(before_new(), named(LineKind::pause_profile, {}), made);
    return reason;
}

std::string VrpTranslator::set_buffer(const Change& change, const Port& port)
{
    if (const auto* delta = std::get_if<PriorityDelta>(&change.value))
        return are_lossless(port, *delta)
            ? std::string{}
            : "VRP gives headroom to the priorities with PFC: `dcb pfc buffer … hdrm` only sizes it";
    if (port.kind != PortKind::physical || change.number >= queue_count)
        return "buffers belong to the queues from 0 to 7 of the physical ports";
    if (hardware_ == Hardware::unknown)
        return "which lines size buffers depends on the hardware, which no line shows";
    if (hardware_ == Hardware::simulated)
        return "the buffers of this hardware are simulated or set by the switch (Configuration Precautions for DCB)";
    if (const auto* threshold = std::get_if<DynamicThreshold>(&change.value)) {
        if (threshold->value < 0)
            return "VRP has thresholds from 1 to 12";
        if (editor().find(change.port.port, {kind_of(LineKind::fixed_threshold), change.number}).states())
            return "the queue has a static threshold";
        return put(change,
            fact_of(LineKind::threshold,
                {change.number, static_cast<std::uint64_t>(threshold->value)},
                change.number));
    }
    const LineKind kind = change.property == Property::headroom ? LineKind::headroom : LineKind::reserve;
    return put(change, fact_of(kind, {change.number, std::get<Bytes>(change.value).count}, change.number));
}

}
