// SPDX-License-Identifier: Apache-2.0
// The order of steps over a fabric, and the proof that the order of one device's steps is safe.
#include "models/change/change_order.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

bool touches(const FabricStep& step, std::uint32_t port)
{
    return step.ports.empty() || std::ranges::find(step.ports, port) != step.ports.end();
}

// Whether the step changes a port of its device that is cabled to `other`.
bool faces(const Fabric& fabric, const FabricStep& step, std::uint32_t other)
{
    if (step.device >= fabric.devices.size())
        return false;
    for (std::uint32_t port = 0; port < fabric.devices[step.device].ports.size(); ++port) {
        const auto peer = fabric.peer({step.device, port});
        if (peer && peer->device == other && touches(step, port))
            return true;
    }
    return false;
}

bool comes_first(const Fabric& fabric, const FabricStep& first, const FabricStep& then)
{
    if (first.device == then.device)
        return first.phase < then.phase;
    const bool makes_room = first.phase == Phase::room || first.phase == Phase::pfc;
    const bool takes_room = then.phase == Phase::pfc_off || then.phase == Phase::room_away;
    // Traffic that a device remaps may leave by any of its ports, so the neighbors' ports decide.
    if (makes_room && then.phase == Phase::map_in)
        return faces(fabric, first, then.device);
    // Traffic that moves between classes is map_in, and also leaves the old class.
    return (first.phase == Phase::map_out || first.phase == Phase::map_in) && takes_room
        && faces(fabric, then, first.device);
}

// The protection of each priority in one state of a port.
struct Protection {
    PrioritySet pfc_missing; // known to lack PFC in a direction
    PrioritySet pfc_any; // known to have PFC in a direction
    PrioritySet room_missing;
    [[nodiscard]] PrioritySet missing() const { return pfc_missing | room_missing; }
};

constexpr PrioritySet all_priorities{0xff};

Protection protection_of(const Device& device, const Port& port)
{
    Protection out;
    if (port.pfc_tx.known()) {
        out.pfc_missing = all_priorities - port.pfc_tx.value;
        out.pfc_any = port.pfc_tx.value;
    }
    if (port.pfc_rx.known()) {
        out.pfc_missing = out.pfc_missing | (all_priorities - port.pfc_rx.value);
        if (!port.pfc_asymmetric.is(true)) // an asymmetric port obeys every priority, lossless or not
            out.pfc_any = out.pfc_any | port.pfc_rx.value;
    }
    for (const Priority priority : PrioritySet::all()) {
        const Setting<std::uint8_t> number = group_of_priority(device, port, priority);
        if (!number.known())
            continue;
        const PriorityGroup* group = device.group(port, number.value);
        if (group != nullptr ? group->lossless.is(false) : port.groups_visible)
            out.room_missing.insert(priority);
    }
    return out;
}

// By DSCP: its priority on a port, or `unmapped`.
using Priorities = std::array<std::uint8_t, 64>;

Priorities priorities_on(const Device& device, const Port& port)
{
    Priorities out;
    for (const Dscp dscp : DscpSet::all()) {
        const Setting<std::uint8_t> priority = priority_of(classify_dscp(device, port, dscp));
        out[dscp] = priority.known() && priority.value < 8 ? priority.value : ClassMap::unmapped;
    }
    return out;
}

// One state of the device. Ports that classify alike share a table.
struct State {
    std::vector<Priorities> tables;
    std::vector<std::uint32_t> table_of_port;
    std::vector<Protection> protection;

    explicit State(const Device& device)
        : table_of_port(device.ports.size(), Port::no_index), protection(device.ports.size())
    {
        for (const auto& group : ports_by_classification(device)) {
            tables.push_back(priorities_on(device, device.ports[group.front()]));
            for (const std::uint32_t port : group) {
                table_of_port[port] = static_cast<std::uint32_t>(tables.size() - 1);
                protection[port] = protection_of(device, device.ports[port]);
            }
        }
    }
};

// The DSCPs in a priority that should be lossless but lacks PFC or headroom.
DscpSet exposed(const State& state, const State& last, std::uint32_t port, PrioritySet lossless)
{
    DscpSet out;
    const Protection& now = state.protection[port];
    const Protection& end = last.protection[port];
    const Priorities& priorities = state.tables[state.table_of_port[port]];
    const Priorities& wanted = last.tables[last.table_of_port[port]];
    for (const Dscp dscp : DscpSet::all()) {
        const std::uint8_t priority = priorities[dscp];
        if (!lossless.has(priority) || !now.missing().has(priority))
            continue;
        const bool becomes_lossy
            = wanted[dscp] == priority && end.pfc_missing.has(priority) && !end.pfc_any.has(priority);
        if (!becomes_lossy || now.pfc_any.has(priority))
            out.insert(dscp);
    }
    return out;
}

std::string tell(const State& state, const Device& device, std::uint32_t port, Dscp dscp, std::size_t step)
{
    const std::uint8_t priority = state.tables[state.table_of_port[port]][dscp];
    const bool without_pfc = state.protection[port].pfc_missing.has(priority);
    const bool without_room = state.protection[port].room_missing.has(priority);
    return fmt::format("after step {}, {} has DSCP {} in priority {} without {}",
        step,
        device.ports[port].name,
        dscp,
        priority,
        without_pfc && without_room ? "PFC and headroom"
            : without_pfc           ? "PFC"
                                    : "headroom");
}

// The priorities with PFC on a port before or after all steps.
PrioritySet lossless_on(const State& first, const State& last, std::uint32_t port)
{
    return first.protection[port].pfc_any | last.protection[port].pfc_any;
}

}

std::vector<std::pair<std::uint32_t, std::uint32_t>> must_precede(
    const Fabric& fabric, std::span<const FabricStep> steps)
{
    // Only steps of one device, or of two devices cabled to each other, can form a pair.
    std::vector<std::vector<std::uint32_t>> steps_of(fabric.devices.size());
    for (std::uint32_t index = 0; index < steps.size(); ++index) {
        if (steps[index].device < steps_of.size())
            steps_of[steps[index].device].push_back(index);
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        std::vector<std::uint32_t> near{device};
        for (std::uint32_t port = 0; port < fabric.devices[device].ports.size(); ++port) {
            if (const auto peer = fabric.peer({device, port}))
                near.push_back(peer->device);
        }
        std::ranges::sort(near);
        near.erase(std::ranges::unique(near).begin(), near.end());
        for (const std::uint32_t first : steps_of[device]) {
            for (const std::uint32_t other : near) {
                for (const std::uint32_t then : steps_of[other]) {
                    if (comes_first(fabric, steps[first], steps[then]))
                        pairs.emplace_back(first, then);
                }
            }
        }
    }
    std::ranges::sort(pairs);
    return pairs;
}

std::optional<std::string> unsafe_step(std::span<const Device* const> states)
{
    if (states.size() < 2)
        return std::nullopt;
    std::vector<State> seen;
    for (const Device* device : states)
        seen.emplace_back(*device);
    const std::size_t ports
        = std::ranges::min(states, {}, [](const Device* d) { return d->ports.size(); })->ports.size();
    for (std::uint32_t port = 0; port < ports; ++port) {
        const bool everywhere = std::ranges::all_of(
            seen, [port](const State& state) { return state.table_of_port[port] != Port::no_index; });
        if (!everywhere)
            continue;
        const PrioritySet lossless = lossless_on(seen.front(), seen.back(), port);
        DscpSet before = exposed(seen.front(), seen.back(), port, lossless);
        for (std::size_t step = 1; step < seen.size(); ++step) {
            const DscpSet now = exposed(seen[step], seen.back(), port, lossless);
            if (const DscpSet added = now - before; !added.empty())
                return tell(seen[step], *states[step], port, added.first(), step);
            before = now;
        }
    }
    return std::nullopt;
}

}
