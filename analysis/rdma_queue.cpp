// SPDX-License-Identifier: Apache-2.0
// The queue that carries a class should be the one that its pause stops. If they differ, neither is chosen,
// and the rules that need the queue leave the fault to QOS005.
#include "analysis/rdma_queue.h"

#include "models/fabric/classify.h"
#include "models/fabric/target.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint {
namespace {

struct Carrier {
    Setting<std::uint8_t> queue;
    Priority priority = 0;
};

// Only code points that the port makes lossless show the class's queue: preferably those in the class's own
// priority, otherwise those in another priority that the port pauses (a device set up for a different
// priority throughout).
std::optional<Carrier> carrier_of(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    std::optional<Carrier> found;
    const auto look_at = [&](const Treatment& treatment) {
        const Setting<std::uint8_t> priority = priority_of(treatment);
        if (!priority.known())
            return false;
        if (priority.value == rdma_class.priority) {
            found = {treatment.queue, priority.value};
            return true;
        }
        if (!found && port.pfc_tx.known() && port.pfc_tx.value.has(priority.value)
            && !port.pfc_tx.value.has(rdma_class.priority))
            found = {treatment.queue, priority.value};
        return false;
    };
    if (rdma_class.trust == Trust::pcp) {
        look_at(classify_pcp(device, port, rdma_class.priority));
        return found;
    }
    for (const Dscp dscp : rdma_class.dscps) {
        if (look_at(classify_dscp(device, port, dscp)))
            break;
    }
    return found;
}

// If no pause stops a queue, the class's queue is the one by which most of its code points leave. The queue
// of unmarked packets says nothing about RDMA.
RdmaQueue unpaused_queue(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    if (rdma_class.trust == Trust::pcp)
        return {classify_pcp(device, port, rdma_class.priority).queue, false};
    RdmaQueue found;
    std::array<std::uint32_t, 256> votes{};
    std::uint32_t most = 0;
    for (const Dscp dscp : rdma_class.dscps) {
        const Setting<std::uint8_t> queue = forward_dscp(device, port, dscp).queue;
        if (!queue.known()) {
            found.number = most == 0 ? queue : found.number;
            continue;
        }
        if (++votes[queue.value] > most) {
            most = votes[queue.value];
            found.number = queue;
        }
    }
    found.disputed = found.number.known() && !rdma_class.dscps.has(0)
        && forward_dscp(device, port, 0).queue.is(found.number.value);
    return found;
}

}

RdmaQueue rdma_queue(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const bool paused = port.pfc_tx.known() && port.pfc_tx.value.has(rdma_class.priority);
    if (rdma_class.pause == Pause::nowhere || (rdma_class.pause == Pause::host_links && !paused))
        return unpaused_queue(device, port, rdma_class);
    const std::optional<Carrier> carrier = carrier_of(device, port, rdma_class);
    const Setting<std::uint8_t> stopped
        = queue_of_priority(device, port, carrier ? carrier->priority : rdma_class.priority);
    if (!carrier || !carrier->queue.known())
        return {stopped, false};
    return {carrier->queue, stopped.known() && stopped.value != carrier->queue.value};
}

std::optional<Priority> nic_priority(const Device& host, const Port& port, const RdmaClass& rdma_class)
{
    if (rdma_class.pause != Pause::nowhere || rdma_class.trust == Trust::pcp || rdma_class.dscps.empty())
        return rdma_class.priority;
    const Setting<std::uint8_t> priority = forward_dscp(host, port, rdma_class.dscps.first()).tc;
    return priority.known() && priority.value < 8 ? std::optional(priority.value) : std::nullopt;
}

const EcnProfile* profile_of(const Device& device, const Setting<Ref>& ecn)
{
    return target_of(device.ecn_profiles, ecn);
}

const EcnCurve* green_curve(const EcnProfile& profile)
{
    const auto found = std::ranges::find(profile.curves, Colour::green, &EcnCurve::colour);
    return found == profile.curves.end() ? nullptr : &*found;
}

}
