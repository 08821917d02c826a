// SPDX-License-Identifier: Apache-2.0
#include "rules/rdma_queue.h"

#include "models/fabric/classify.h"
#include "rules/pfc/paused_priorities.h"

#include <algorithm>
#include <bit>

namespace rocelint {
namespace {

// Only code points that the port does put into the class tell of its queue.
Setting<std::uint8_t> queue_of_packets(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    if (rdma_class.trust == Trust::pcp) {
        const Treatment treatment = classify_pcp(device, port, rdma_class.priority);
        return priority_of(treatment).is(rdma_class.priority) ? treatment.queue : Setting<std::uint8_t>{};
    }
    for (std::uint64_t left = rdma_class.dscps.bits; left != 0; left &= left - 1) {
        const Treatment treatment = classify_dscp(device, port, static_cast<Dscp>(std::countr_zero(left)));
        if (priority_of(treatment).is(rdma_class.priority))
            return treatment.queue;
    }
    return {};
}

}

RdmaQueue rdma_queue(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    // In another priority the class is as lossless as it would be in its own (PFC014 tells of it).
    const PrioritySet elsewhere = displaced_to(rdma_class, device, port);
    if (!elsewhere.empty())
        return {
            queue_of_priority(device, port, static_cast<Priority>(std::countr_zero(elsewhere.bits))), false};
    const Setting<std::uint8_t> stopped = queue_of_priority(device, port, rdma_class.priority);
    const Setting<std::uint8_t> carries = queue_of_packets(device, port, rdma_class);
    if (!carries.known())
        return {stopped, false};
    return {carries, stopped.known() && stopped.value != carries.value};
}

const EcnProfile* profile_of(const Device& device, const Setting<Ref>& ecn)
{
    return ecn.known() && ecn.value.index < device.ecn_profiles.size() ? &device.ecn_profiles[ecn.value.index]
                                                                       : nullptr;
}

const EcnCurve* green_curve(const EcnProfile& profile)
{
    const auto found = std::ranges::find(profile.curves, Colour::green, &EcnCurve::colour);
    return found == profile.curves.end() ? nullptr : &*found;
}

}
