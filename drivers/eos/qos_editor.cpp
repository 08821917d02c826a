// SPDX-License-Identifier: Apache-2.0
// EOS enables PFC separately from its priorities, and configures the watchdog for the device or for a port.
// An edit that would pause or watch more than what was requested is refused, as is anything that EOS cannot
// express exactly.
#include "drivers/eos/qos_editor.h"

#include "drivers/eos/grammar.h"
#include "drivers/eos/queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::eos {
namespace {

constexpr line_cli::LineName port_times{kind_of(LineKind::port_times)};

struct Time {
    std::optional<Milliseconds> wanted;
    const Setting<Milliseconds>* now;

    [[nodiscard]] bool differs() const { return wanted && !now->is(*wanted); }
};

// In the order of the slots.
std::array<Time, 3> times_of(const WatchdogTarget& target, const PfcWatchdog& now)
{
    return {Time{target.detection, &now.detection},
        Time{target.poll, &now.poll},
        Time{target.restoration, &now.restoration}};
}

// Converts bytes into the line's own measure. False if the conversion needs an unknown value or is not exact.
bool to_measure_of(const Fact& line, std::size_t slot, const Setting<BitsPerSecond>& speed, Value& bytes)
{
    const std::uint8_t term = line.values[slot].term;
    const std::uint8_t measure = line.statement->slots[slot].terms[term].measure;
    if (measure == native_measure)
        return true;
    const std::uint64_t bits_per_microsecond = speed.known() ? speed.value.count / 1'000'000 : 0;
    if (measure != time_measure || bits_per_microsecond == 0 || bytes.number * 8 % bits_per_microsecond != 0)
        return false;
    bytes = Value::of(bytes.number * 8 / bits_per_microsecond, term);
    return true;
}

}

QosEditor::QosEditor(const Device& device, line_cli::LineEditor& lines)
    : device_(device), lines_(lines), no_drop_(lines, kind_of(LineKind::pfc_priority))
{
}

std::string QosEditor::set_priorities(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (device_.pfc_all_off.is(true) && !delta.add.empty())
        return "priority-flow-control all off switches PFC off on every port";
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    const PrioritySet before{static_cast<std::uint8_t>(no_drop_.members(change.port.port))};
    const FoundLine on = lines_.find(change.port.port, {kind_of(LineKind::pfc)});
    const PrioritySet unasked = before - delta.add - delta.remove;
    std::string reason;
    if (!on.states() && !delta.add.empty()) {
        if (!unasked.empty())
            return fmt::format(
                "PFC is off, and switching it on would pause priority {} too", to_string(unasked));
        const Fact wanted = fact_of(LineKind::pfc);
        reason = on.fact != nullptr ? lines_.put(change, wanted) : lines_.add(change, wanted);
    }
    if (reason.empty())
        reason = no_drop_.add(change, (delta.add - before).bits);
    return reason.empty() ? no_drop_.take_out(change, (before & delta.remove).bits) : reason;
}

bool QosEditor::all_want_times(const Change& change, const PfcWatchdog& now) const
{
    if (change.shared)
        return true;
    for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
        const Port& port = device_.ports[index];
        const bool has_own = lines_.find(index, port_times).fact != nullptr;
        if (port.kind != PortKind::physical || has_own || lines_.wants(index, change))
            continue;
        // A first timeout starts the watchdog on every port; a changed timeout has no effect where PFC is
        // off.
        const bool idle = port.pfc_tx.known() && port.pfc_tx.value.empty();
        if (!idle || !now.detection.known())
            return false;
    }
    return true;
}

// Each time has a line of its own, or shares one with others.
std::string QosEditor::set_device_times(Fact wanted)
{
    const auto line_of
        = [&](std::size_t slot) { return lines_.find_global(wanted.kind, static_cast<std::uint8_t>(slot)); };
    std::string reason;
    for (std::size_t slot = 0; slot < 3 && reason.empty(); ++slot) {
        if (!wanted.values[slot].written())
            continue;
        const Fact* line = line_of(slot);
        Fact times = fact_of(LineKind::default_times);
        for (std::size_t other = slot; other < 3; ++other) {
            if (other == slot || (line != nullptr && line_of(other) == line))
                times.values[other] = std::exchange(wanted.values[other], {});
        }
        reason = lines_.put_global(times, line);
    }
    return reason;
}

std::string QosEditor::set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target)
{
    if (port.kind != PortKind::physical)
        return "the watchdog belongs to the physical ports";
    const PfcWatchdog& now = port.watchdog;
    if (!target.detection && !now.detection.known())
        return "the watchdog needs a detection time";
    const FoundLine enabled = lines_.find(change.port.port, {kind_of(LineKind::watchdog)});
    if (enabled.fact != nullptr && !enabled.states()) {
        std::string reason = lines_.put(change, fact_of(LineKind::watchdog));
        if (!reason.empty())
            return reason;
    }
    const auto times = times_of(target, now);
    if (!std::ranges::any_of(times, &Time::differs))
        return {};
    const bool has_line = lines_.find(change.port.port, port_times).fact != nullptr;
    const bool of_device = !has_line && all_want_times(change, now);
    Fact wanted = fact_of(of_device ? LineKind::default_times : LineKind::port_times);
    for (std::size_t slot = 0; slot < times.size(); ++slot) {
        const Time& time = times[slot];
        Value& value = wanted.values[slot];
        if (time.differs())
            value = Value::of(time.wanted->count());
        else if (!has_line && !of_device)
            value = time.now->known() ? Value::of(time.now->value.count())
                                      : Value{.state = Value::State::instead};
    }
    return of_device ? set_device_times(wanted) : lines_.put(change, wanted);
}

std::string QosEditor::set_ecn(const Change& change, const Port& port, const EcnTarget& target)
{
    if (target.max_probability.hundredths % 100 != 0)
        return "EOS takes a marking probability in whole percent";
    Fact wanted = fact_of(LineKind::ecn,
        {target.min_threshold.count, target.max_threshold.count, target.max_probability.hundredths / 100},
        change.number);
    const FoundLine found = lines_.find(change.port.port, {wanted.kind, wanted.number});
    // Separate unicast queues average their length unless the line says otherwise.
    if (!found.states() && lines_.usual_opener(scope::queue) == queue_row(true))
        wanted.values[3] = Value::of(0);
    for (const std::size_t slot : {0U, 1U}) {
        if (found.states() && !to_measure_of(*found.fact, slot, port.speed, wanted.values[slot]))
            return std::string(line_cli::inexact_line);
    }
    return lines_.put(change, wanted);
}

std::string QosEditor::set_strict(const Change& change, bool is_round_robin)
{
    std::string reason;
    if (is_round_robin)
        reason = lines_.put(change, fact_of(LineKind::priority, {}, change.number));
    return reason.empty() ? lines_.take_away(
               change, {kind_of(LineKind::bandwidth), change.number}, off(LineKind::bandwidth, change.number))
                          : reason;
}

// Without `no priority` a queue is strict (Arista EOS User Manual, Quality of Service Configuration Commands:
// priority). The known words that make a queue strict or not are `priority strict` and `no priority` (Arista
// AVD, schema qos_profiles, tx_queues). No known source shows `default bandwidth percent`, which removes a
// share; it has the form of every EOS command.
std::string QosEditor::set_scheduler(const Change& change, const SchedulerTarget& target)
{
    const FoundLine kind = lines_.find(change.port.port, {kind_of(LineKind::priority), change.number});
    const bool is_round_robin = kind.fact != nullptr && !kind.states();
    if (target.weight)
        return "EOS serves queues by shares in percent, not by weights";
    if (target.kind == SchedulerKind::strict)
        return set_strict(change, is_round_robin);
    if (target.bandwidth && target.bandwidth->hundredths % 100 != 0)
        return "EOS takes a share in whole percent";
    std::string reason;
    if (!is_round_robin)
        reason = lines_.put(change, off(LineKind::priority, change.number));
    if (reason.empty() && target.bandwidth)
        reason = lines_.put(
            change, fact_of(LineKind::bandwidth, {target.bandwidth->hundredths / 100}, change.number));
    return reason;
}

}
