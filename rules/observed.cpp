// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint {

namespace {

// The group or queue of a priority, if no other priority has the same.
std::optional<std::uint8_t> own_part(const Device& device,
    std::uint32_t port,
    Priority priority,
    Setting<std::uint8_t> (*part_of)(const Device&, const Port&, Priority))
{
    const Setting<std::uint8_t> own = part_of(device, device.ports[port], priority);
    if (!own.peek_known())
        return std::nullopt;
    for (const Priority other : PrioritySet::all()) {
        const Setting<std::uint8_t> part = part_of(device, device.ports[port], other);
        if (other != priority && part.peek_known() && part.value == own.value)
            return std::nullopt;
    }
    return own.value;
}

// Of most devices no such counter exists, and which class a priority has takes long to find.
bool counts_classes(const Device& device, std::uint32_t port)
{
    return std::ranges::any_of(PrioritySet::all(),
        [&](Priority tc) { return !counters_of(device, port, CounterKind::class_dropped, tc).empty(); });
}

// Differences between two captures count before values of one, and more before less.
void take_better(Observed& best, const Observed& other)
{
    best.went_down = best.went_down || other.went_down;
    const bool is_better
        = other.is_growth == best.is_growth ? other.count > best.count : other.is_growth && other.counted();
    if (other.counter == nullptr || (best.counter != nullptr && !is_better))
        return;
    const bool went_down = best.went_down;
    best = other;
    best.went_down = went_down;
}

void report_wrong_difference(PortContext& context, const Observed& observed)
{
    if (observed.went_down && !observed.counted())
        context.not_checked(context.id,
            "its counters went down between the two captures: they were cleared, they wrapped around, or the captures "
            "are in the wrong order");
}

}

Observed observe(const Device& device, std::uint32_t port, CounterKind kind, std::uint8_t part)
{
    Observed observed;
    for (const Counter& counter : counters_of(device, port, kind, part)) {
        if (counter.went_down()) {
            observed.went_down = true;
            continue;
        }
        const auto growth = counter.growth();
        const std::uint64_t count = growth.value_or(counter.value);
        const bool is_better
            = growth.has_value() == observed.is_growth ? count > observed.count : growth.has_value();
        if (observed.counter != nullptr && !is_better)
            continue;
        observed.counter = &counter;
        observed.count = count;
        observed.is_growth = growth.has_value();
    }
    return observed;
}

Observed observe(PortContext& context, CounterKind kind, std::uint8_t part)
{
    Observed observed = observe(context.device(), context.id.port, kind, part);
    report_wrong_difference(context, observed);
    return observed;
}

Observed observe_pause_sent(const Device& device, std::uint32_t port, Priority priority)
{
    const Observed own = observe(device, port, CounterKind::pause_sent, priority);
    if (own.counter != nullptr || own.went_down)
        return own;
    const Observed whole = observe(device, port, CounterKind::pause_sent);
    const bool any = whole.counter != nullptr || whole.went_down;
    return any && device.ports[port].pfc_tx.is(PrioritySet::of(priority)) ? whole : own;
}

Observed observe_pause_sent(PortContext& context, Priority priority)
{
    const Observed sent = observe_pause_sent(context.device(), context.id.port, priority);
    report_wrong_difference(context, sent);
    return sent;
}

Observed observe_drops(const Device& device, std::uint32_t port, Priority priority)
{
    Observed drops = observe(device, port, CounterKind::dropped, priority);
    if (const auto group = own_part(device, port, priority, group_of_priority))
        take_better(drops, observe(device, port, CounterKind::group_dropped, *group));
    if (const auto queue = own_part(device, port, priority, queue_of_priority))
        take_better(drops, observe(device, port, CounterKind::queue_dropped, *queue));
    if (!counts_classes(device, port))
        return drops;
    if (const auto tc = own_part(device, port, priority, tc_of_priority))
        take_better(drops, observe(device, port, CounterKind::class_dropped, *tc));
    return drops;
}

Observed observe_drops(PortContext& context, Priority priority)
{
    const Observed drops = observe_drops(context.device(), context.id.port, priority);
    report_wrong_difference(context, drops);
    return drops;
}

Observed observe_queue(const Device& device, std::uint32_t port, CounterKind kind, Priority priority)
{
    const Setting<std::uint8_t> queue = queue_of_priority(device, device.ports[port], priority);
    return queue.peek_known() ? observe(device, port, kind, queue.value) : Observed{};
}

Observed observe_own_queue(PortContext& context, CounterKind kind, Priority priority)
{
    const auto queue = own_part(context.device(), context.id.port, priority, queue_of_priority);
    return queue ? observe(context, kind, *queue) : Observed{};
}

Arrival busiest_arrival(const Device& device, std::uint32_t port)
{
    Arrival most;
    for (const Priority priority : PrioritySet::all()) {
        const Observed packets = observe(device, port, CounterKind::packets_received, priority);
        if (packets.is_growth && packets.count > most.packets.count)
            most = {priority, packets};
    }
    return most;
}

bool shows_headroom(const Device& device, std::uint32_t port)
{
    return !counters_of_any_part(device, port, CounterKind::headroom_peak).empty();
}

const Counter* headroom_peak(const Device& device, std::uint32_t port, Priority priority)
{
    const Setting<std::uint8_t> group = group_of_priority(device, device.ports[port], priority);
    const Counter* most = nullptr;
    if (!group.peek_known())
        return most;
    for (const Counter& counter : counters_of(device, port, CounterKind::headroom_peak, group.value)) {
        if (most == nullptr || peak_of(counter) > peak_of(*most))
            most = &counter;
    }
    return most;
}

std::uint64_t peak_of(const Counter& counter) { return std::max(counter.value, counter.earlier.value_or(0)); }

std::string describe(const Observed& observed)
{
    const Counter& counter = *observed.counter;
    const bool has_times = !counter.taken.empty() && !counter.earlier_taken.empty();
    if (observed.is_growth && has_times)
        return fmt::format("{} grew by {} between the two captures, {} and {}",
            counter.name,
            observed.count,
            counter.earlier_taken,
            counter.taken);
    return observed.is_growth
        ? fmt::format("{} grew by {} between the two captures", counter.name, observed.count)
        : fmt::format("{} is {} since it was last cleared", counter.name, observed.count);
}

}
