// SPDX-License-Identifier: Apache-2.0
// The queue that carries a class and the queue that its pause stops should be one. Where they are two, neither is
// chosen, and the rules that need the queue leave that to QOS005.
#include "analysis/rdma_queue.h"

#include "models/fabric/classify.h"
#include "models/fabric/target.h"

#include <algorithm>
#include <optional>

namespace rocelint {
namespace {

struct Carrier {
    Setting<std::uint8_t> queue;
    Priority priority = 0;
};

// Only code points that the port makes lossless tell of the class's queue: best those in its own priority, else those
// in another one that the port pauses (a device that is set up for another priority throughout).
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

}

RdmaQueue rdma_queue(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    const std::optional<Carrier> carrier = carrier_of(device, port, rdma_class);
    const Setting<std::uint8_t> stopped
        = queue_of_priority(device, port, carrier ? carrier->priority : rdma_class.priority);
    if (!carrier || !carrier->queue.known())
        return {stopped, false};
    return {carrier->queue, stopped.known() && stopped.value != carrier->queue.value};
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
