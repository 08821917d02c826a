// SPDX-License-Identifier: Apache-2.0
// Marking depends on the queue, and the queue depends on maps, so every rule about thresholds starts here.
#include "analysis/facts/bound_profiles.h"

#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"

namespace rocelint {
namespace {

// For packets that leave by one queue while their pause stops another: the queue that pause stops, if it
// marks, otherwise the other one.
std::uint8_t marked_queue(
    const Device& device, const Port& port, const RdmaClass& rdma_class, const RdmaQueue& disputed)
{
    const Setting<std::uint8_t> stopped = queue_of_priority(device, port, rdma_class.priority);
    if (!stopped.known())
        return disputed.number.value;
    const EcnProfile* profile = profile_of(device, ecn_of_queue(device, port, stopped.value));
    return profile != nullptr && profile->marks() ? stopped.value : disputed.number.value;
}

}

std::vector<BoundProfile> find_bound_profiles(const Analysis& analysis, std::uint32_t device_index)
{
    const Device& device = analysis.fabric->devices[device_index];
    std::vector<BoundProfile> bound;
    if (device.kind != DeviceKind::network_switch || device.ecn_profiles.empty())
        return bound;
    constexpr std::uint32_t unseen = 0xffffffffU;
    std::vector<std::uint32_t> seen(device.ecn_profiles.size(), unseen);
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        const PortId id{device_index, index};
        if (port.kind != PortKind::physical || !analysis.is_roce(id))
            continue;
        const PrioritySet required = analysis.carried_classes(id);
        for (const RdmaClass& rdma_class : analysis.classes.classes) {
            if (!analysis.classes.expects_marks(rdma_class))
                continue;
            const RdmaQueue queue = rdma_queue(device, port, rdma_class);
            if (!required.has(rdma_class.priority) || !queue.number.known())
                continue;
            const std::uint8_t number
                = queue.disputed ? marked_queue(device, port, rdma_class, queue) : queue.number.value;
            const Setting<Ref>& ecn = ecn_of_queue(device, port, number);
            const EcnProfile* profile = profile_of(device, ecn);
            if (profile == nullptr || !profile->marks())
                continue;
            if (seen[ecn.value.index] == unseen) {
                seen[ecn.value.index] = static_cast<std::uint32_t>(bound.size());
                bound.push_back({profile, rdma_class.priority, number, {}, false});
            }
            BoundProfile& found = bound[seen[ecn.value.index]];
            found.lossless = found.lossless || analysis.is_lossless_at(rdma_class, id);
            std::vector<std::uint32_t>& ports = found.ports;
            if (ports.empty() || ports.back() != index)
                ports.push_back(index);
        }
    }
    return bound;
}

}
