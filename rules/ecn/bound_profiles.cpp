// SPDX-License-Identifier: Apache-2.0
#include "rules/ecn/bound_profiles.h"

#include "analysis/majority.h"
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

namespace rocelint {

std::vector<BoundProfile> bound_profiles(const Analysis& analysis, std::uint32_t device_index)
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
            const RdmaQueue queue = rdma_queue(device, port, rdma_class);
            if (!required.has(rdma_class.priority) || !queue.number.known() || queue.disputed)
                continue;
            const Setting<Ref>& ecn = ecn_of_queue(device, port, queue.number.value);
            const EcnProfile* profile = profile_of(device, ecn);
            if (profile == nullptr || !profile->marks())
                continue;
            if (seen[ecn.value.index] == unseen) {
                seen[ecn.value.index] = static_cast<std::uint32_t>(bound.size());
                bound.push_back({profile, rdma_class.priority, queue.number.value, {}, false});
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

Span place_in_profile(const Device& device, const EcnProfile& profile, OriginId origin)
{
    const Span written = device.origins.span(origin);
    return written.somewhere() ? written : profile.at.somewhere() ? profile.at : device.place(origin);
}

void blame_ports(Finding& finding, std::uint32_t device_index, const BoundProfile& bound, Property property)
{
    constexpr std::size_t most = 4096;
    for (const std::uint32_t port : bound.ports) {
        const PortId id{device_index, port};
        if (finding.subjects.size() < most)
            finding.blame(id, property, bound.priority);
        if (port != bound.ports.front())
            finding.also_on.push_back(id);
    }
}

void propose_majority_marking(
    const DeviceContext& context, Finding& finding, const BoundProfile& bound, std::optional<Bytes> most)
{
    const PortId first{context.index, bound.ports.front()};
    const auto target = majority_marking(context.analysis, first, bound.priority, most);
    if (!target)
        return;
    finding.fix += fmt::format(" Usual here: {} to {} bytes with up to {} %.",
        target->min_threshold.count,
        target->max_threshold.count,
        target->max_probability.value());
    context.propose(finding,
        {.port = first,
            .property = Property::ecn_thresholds,
            .number = bound.queue,
            .value = *target,
            .shared = true});
}

std::string in_bytes(Bytes size) { return fmt::format("{} bytes", size.count); }

}
