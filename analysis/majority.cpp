// SPDX-License-Identifier: Apache-2.0
// A correction needs numbers that no policy states. They are what most comparable ports have, the nearest ones first;
// where nothing has a majority, no number is proposed.
#include "analysis/majority.h"

#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/fabric/target.h"

#include <array>

namespace rocelint {
namespace {

// So many others are asked at most: more would not change what is usual, but cost time in a large fabric.
constexpr std::uint32_t most_asked = 256;

const RdmaClass* class_of(const Analysis& analysis, Priority priority)
{
    return analysis.classes.of_priority(priority);
}

bool is_sound(const EcnCurve& curve, std::optional<Bytes> most)
{
    return curve.marks.is(true) && curve.min_threshold.known() && curve.max_threshold.known()
        && curve.max_probability.known() && curve.min_threshold.value.count > 0
        && curve.min_threshold.value < curve.max_threshold.value && curve.max_probability.value.hundredths > 0
        && (!most || curve.min_threshold.value <= *most);
}

EcnTarget target_of(const EcnCurve& curve)
{
    return {curve.min_threshold.value, curve.max_threshold.value, curve.max_probability.value};
}

// How far a port is from the one that asks; the nearest that tells is believed.
enum Nearness : std::uint8_t { same_profile, same_device_and_speed, same_device, same_role, same_platform };
using MarkingVotes = std::array<Majority<EcnTarget>, 5>;

const EcnProfile* profile_on(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const RdmaQueue queue = rdma_queue(device, port, rdma_class);
    return queue.number.known() && !queue.disputed
        ? profile_of(device, ecn_of_queue(device, port, queue.number.value))
        : nullptr;
}

void ask_device(const Analysis& analysis,
    PortId id,
    const RdmaClass& rdma_class,
    std::uint32_t index,
    std::optional<Bytes> most,
    MarkingVotes& votes)
{
    const Fabric& fabric = *analysis.fabric;
    const Device& device = fabric.devices[index];
    const Setting<BitsPerSecond>& speed = fabric.port(id).speed;
    const bool own = index == id.device;
    const bool like = device.role.known() && fabric.device(id).role.is(device.role.value);
    std::uint32_t asked = 0;
    for (std::uint32_t number = 0; number < device.ports.size() && asked < most_asked; ++number) {
        const Port& port = device.ports[number];
        const bool same_speed = speed.known() && port.speed.is(speed.value);
        if (port.kind != PortKind::physical || PortId{index, number} == id || (!own && !same_speed))
            continue;
        const EcnProfile* profile = profile_on(device, port, rdma_class);
        const EcnCurve* curve = profile == nullptr ? nullptr : green_curve(*profile);
        if (curve == nullptr || !is_sound(*curve, most))
            continue;
        ++asked;
        const Nearness near = own ? (same_speed ? same_device_and_speed : same_device)
            : like                ? same_role
                                  : same_platform;
        votes[near].add(target_of(*curve));
    }
}

// What a switch port looks at: hosts, or other switches.
bool leads_to_host(const Fabric& fabric, PortId id)
{
    const auto peer = fabric.peer(id);
    return peer && fabric.device(*peer).kind == DeviceKind::host;
}

bool is_best_effort(const Device& device, const Port& port, std::uint8_t tc)
{
    const Treatment ordinary = classify_dscp(device, port, 0);
    const Setting<std::uint8_t> queue = queue_of_tc(device, port, tc);
    return ordinary.queue.known() && queue.known() ? ordinary.queue.value == queue.value : ordinary.tc.is(tc);
}

// The first port of a device that carries RDMA, as a sample of all of them.
const Port* sample_of(const Analysis& analysis, std::uint32_t device)
{
    const std::vector<Port>& ports = analysis.fabric->devices[device].ports;
    for (std::uint32_t port = 0; port < ports.size(); ++port) {
        if (ports[port].kind == PortKind::physical && analysis.is_roce({device, port}))
            return &ports[port];
    }
    return nullptr;
}

// What other switches of the platform do with a code point, as far as `wanted` agrees with it here and there.
template <class Wanted>
std::optional<std::uint8_t> class_elsewhere(
    const Analysis& analysis, PortId id, Dscp dscp, const Wanted& wanted)
{
    const Fabric& fabric = *analysis.fabric;
    Majority<std::uint8_t> votes;
    std::uint32_t asked = 0;
    for (std::uint32_t index = 0; index < fabric.devices.size() && asked < most_asked; ++index) {
        const Device& device = fabric.devices[index];
        if (index == id.device || device.platform != fabric.device(id).platform)
            continue;
        const Port* port = sample_of(analysis, index);
        const Setting<std::uint8_t> tc
            = port == nullptr ? Setting<std::uint8_t>{} : classify_dscp(device, *port, dscp).tc;
        if (!tc.known() || !wanted(device, *port, tc.value)
            || !wanted(fabric.device(id), fabric.port(id), tc.value))
            continue;
        ++asked;
        votes.add(tc.value);
    }
    return votes.winner();
}

bool is_strict(const Device& device, const Port& port, std::uint8_t tc)
{
    const Setting<std::uint8_t> number = queue_of_tc(device, port, tc);
    const Queue* queue = number.known() ? device.queue(port, number.value) : nullptr;
    const Scheduler* scheduler = queue == nullptr ? nullptr : target_of(device.schedulers, queue->scheduler);
    return scheduler != nullptr && scheduler->kind.is(SchedulerKind::strict);
}

}

std::optional<EcnTarget> majority_marking(
    const Analysis& analysis, PortId id, Priority priority, std::optional<Bytes> most)
{
    const Fabric& fabric = *analysis.fabric;
    const RdmaClass* rdma_class = class_of(analysis, priority);
    if (rdma_class == nullptr)
        return std::nullopt;
    MarkingVotes votes;
    if (const EcnProfile* own = profile_on(fabric.device(id), fabric.port(id), *rdma_class)) {
        for (const EcnCurve& curve : own->curves) {
            if (is_sound(curve, most))
                votes[same_profile].add(target_of(curve));
        }
    }
    ask_device(analysis, id, *rdma_class, id.device, most, votes);
    for (const Nearness near : {same_profile, same_device_and_speed, same_device}) {
        if (const auto target = votes[near].winner())
            return target;
    }
    std::uint32_t asked = 0;
    for (std::uint32_t index = 0; index < fabric.devices.size() && asked < most_asked; ++index) {
        if (index == id.device || fabric.devices[index].platform != fabric.device(id).platform)
            continue;
        ++asked;
        ask_device(analysis, id, *rdma_class, index, most, votes);
    }
    const auto target = votes[same_role].winner();
    return target ? target : votes[same_platform].winner();
}

Bytes majority_frame(const Analysis& analysis, PortId id, Bytes least)
{
    const Fabric& fabric = *analysis.fabric;
    const Device& own = fabric.device(id);
    const bool to_host = leads_to_host(fabric, id);
    std::array<Majority<Bytes>, 3> votes;
    std::uint32_t asked = 0;
    const auto count = static_cast<std::uint32_t>(fabric.devices.size());
    // Its own device comes first, so that the ports that are asked are its neighbours.
    for (std::uint32_t step = 0; step < count && asked < most_asked; ++step) {
        const std::uint32_t index = (id.device + step) % count;
        const Device& device = fabric.devices[index];
        if (device.kind != own.kind || device.platform != own.platform)
            continue;
        const bool like = device.role.known() && own.role.is(device.role.value);
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            const Setting<Bytes>& frame = device.ports[port].max_frame;
            const PortId other{index, port};
            if (other == id || device.ports[port].kind != PortKind::physical || !frame.known()
                || frame.value < least || !analysis.is_roce(other))
                continue;
            const bool same_job = leads_to_host(fabric, other) == to_host;
            asked += like && same_job ? 1 : 0;
            votes[like && same_job ? 0 : same_job ? 1 : 2].add(frame.value);
        }
    }
    for (const Majority<Bytes>& nearness : votes) {
        if (const auto frame = nearness.winner())
            return *frame;
    }
    return least;
}

bool is_paused_class(const Device& device, const Port& port, std::uint8_t tc)
{
    const Setting<std::uint8_t> group = group_of_tc(device, port, tc);
    const Setting<std::uint8_t> queue = queue_of_tc(device, port, tc);
    for (const Priority priority : port.pfc_tx.value_or({})) {
        if ((group.known() && group_of_priority(device, port, priority).is(group.value))
            || (queue.known() && queue_of_priority(device, port, priority).is(queue.value)))
            return true;
    }
    return false;
}

std::optional<std::uint8_t> majority_lossy_class(const Analysis& analysis, PortId id, Dscp dscp)
{
    const auto lossy = [](const Device& device, const Port& port, std::uint8_t tc) {
        return !is_paused_class(device, port, tc);
    };
    if (const auto tc = class_elsewhere(analysis, id, dscp, lossy))
        return tc;
    const Device& device = analysis.fabric->device(id);
    const Port& port = analysis.fabric->port(id);
    Majority<std::uint8_t> votes;
    for (const Dscp other : DscpSet::all()) {
        const Setting<std::uint8_t> tc = classify_dscp(device, port, other).tc;
        if (other != dscp && tc.known() && lossy(device, port, tc.value))
            votes.add(tc.value);
    }
    return votes.winner();
}

std::optional<std::uint8_t> cnp_class_for(const Analysis& analysis, PortId id, Dscp dscp)
{
    const auto fit = [](const Device& device, const Port& port, std::uint8_t tc) {
        return !is_paused_class(device, port, tc) && !is_best_effort(device, port, tc);
    };
    const Device& device = analysis.fabric->device(id);
    const Port& port = analysis.fabric->port(id);
    if (analysis.classes.cnp.priority) {
        const Setting<std::uint8_t> tc = tc_of_priority(device, port, *analysis.classes.cnp.priority);
        if (tc.known() && fit(device, port, tc.value))
            return tc.value;
    }
    if (const auto tc = class_elsewhere(analysis, id, dscp, fit))
        return tc;
    std::optional<std::uint8_t> only;
    std::uint32_t strict = 0;
    for (const std::uint8_t tc : PrioritySet::all()) {
        if (fit(device, port, tc) && is_strict(device, port, tc)) {
            only = tc;
            ++strict;
        }
    }
    if (strict == 1)
        return only;
    const auto selector = static_cast<std::uint8_t>(dscp >> 3U);
    return selector != 0 && fit(device, port, selector) ? std::optional(selector) : std::nullopt;
}

}
