// SPDX-License-Identifier: Apache-2.0
// Samples how each kind of port treats a code point, and counts them.
#include "rules/qos/maps_differ_votes.h"

#include "analysis/facts/memory/group_mismatch.h"
#include "models/fabric/classify.h"

#include <algorithm>
#include <tuple>

namespace rocelint::rules::qos011 {
namespace {

std::optional<Behaviour> behaviour_of(
    const Device& device, const Port& port, const Treatment& treatment, PrioritySet may_pause)
{
    const Setting<std::uint8_t> priority = priority_of(treatment);
    if (!priority.known() || !port.pfc_tx.known())
        return std::nullopt;
    if (may_pause.has(priority.value) && port.pfc_tx.value.has(priority.value))
        return Behaviour::lossless;
    const Treatment ordinary = classify_dscp(device, port, 0);
    if (!treatment.queue.known() || !ordinary.queue.known())
        return std::nullopt;
    return treatment.queue.value == ordinary.queue.value ? Behaviour::best_effort : Behaviour::own_class;
}

// Whether the port trusts the field that marks the class; if not, that is the fault (QOS001).
bool classifies(const Port& port, const Treatment& treatment)
{
    return treatment.decided_by != nullptr || port.trust.is(Trust::dscp)
        || port.trust.is(Trust::dscp_else_pcp);
}

void add_samples(FabricContext& context,
    std::uint32_t index,
    DscpSet points,
    std::string_view plane,
    std::vector<Sample>& samples)
{
    const Device& device = context.fabric.devices[index];
    for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
        // Other rules handle ports of the group without any PFC.
        const auto first = std::ranges::find_if(group, [&](std::uint32_t port) {
            const Setting<PrioritySet>& pfc = device.ports[port].pfc_tx;
            return context.analysis.is_roce({index, port}) && pfc.known() && !pfc.value.empty();
        });
        if (first == group.end())
            continue;
        const Port& port = device.ports[*first];
        for (const Dscp dscp : points) {
            const Treatment treatment = classify_dscp(device, port, dscp);
            // CNPs that a port pauses in addition to RDMA are a fault of its PFC (PFC009).
            const PrioritySet may_pause
                = context.classes.dscps().has(dscp) ? PrioritySet{0xff} : context.classes.lossless();
            // If the priority is right but the port fails to pause it, the map is not at fault (PFC001).
            const RdmaClass* rdma_class = context.classes.of_dscp(dscp, device.role.value_or(Role::unknown));
            if (rdma_class != nullptr && priority_of(treatment).is(rdma_class->priority)
                && !port.pfc_tx.value.has(rdma_class->priority)
                && context.analysis.required_priorities({index, *first}).has(rdma_class->priority))
                continue;
            // Nor if the map to priority groups leads the class elsewhere (QOS006).
            if (rdma_class != nullptr && groups_disagree(device, port, treatment, rdma_class->priority))
                continue;
            const auto behaviour = behaviour_of(device, port, treatment, may_pause);
            if (behaviour && classifies(port, treatment))
                samples.push_back({{index, *first}, dscp, *behaviour, treatment.tc.origin, plane});
        }
    }
}

}

std::vector<Sample> samples_of(FabricContext& context, DscpSet points)
{
    const Planes& planes = context.shared().planes();
    std::vector<Sample> samples;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& device = context.fabric.devices[index];
        if (device.kind == DeviceKind::network_switch)
            add_samples(context, index, points, planes.of(device), samples);
    }
    std::ranges::sort(samples, [](const Sample& a, const Sample& b) {
        return std::tie(a.plane, a.dscp, a.port) < std::tie(b.plane, b.dscp, b.port);
    });
    return samples;
}

Votes count_votes(const FabricContext& context, std::span<const Sample> samples)
{
    Votes votes;
    for (const Sample& one : samples)
        ++votes.of.at(static_cast<std::size_t>(one.behaviour));
    std::uint32_t& lossless = votes.of.at(static_cast<std::size_t>(Behaviour::lossless));
    const RdmaClass* rdma_class = context.classes.of_dscp(samples.front().dscp, Role::unknown);
    // The class model breaks a tie; without a model there is no outlier.
    if (rdma_class != nullptr && lossless != 0)
        ++lossless;
    // A lossless class that the policy states is right, however many switches treat it otherwise.
    const bool is_stated = rdma_class != nullptr && rdma_class->pause == Pause::everywhere
        && !context.assumed() && lossless != 0;
    const auto most = std::ranges::max_element(votes.of);
    votes.most = is_stated ? lossless : *most;
    if (is_stated)
        votes.usual = Behaviour::lossless;
    else if (std::ranges::count(votes.of, votes.most) == 1)
        votes.usual = static_cast<Behaviour>(most - votes.of.begin());
    return votes;
}

}
