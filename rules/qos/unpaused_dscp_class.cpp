// SPDX-License-Identifier: Apache-2.0
// Without PFC, the class of a code point has no number that all devices share. What counts is that RDMA has
// its own queue: in the queue of unmarked packets, it waits and is dropped together with traffic that ignores
// congestion marks.
#include "rules/qos/unpaused_dscp_class.h"

#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {

void find_unpaused_shares(
    DeviceContext& context, std::uint32_t port_index, std::vector<UnpausedShare>& shares)
{
    const Device& device = context.device();
    const Port& port = device.ports[port_index];
    const PortId id{context.index, port_index};
    const PrioritySet carried = context.analysis.carried_classes(id);
    const Setting<std::uint8_t> ordinary = forward_dscp(device, port, 0).queue;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (!carried.has(rdma_class.priority) || context.analysis.is_lossless_at(rdma_class, id)
            || rdma_class.trust == Trust::pcp || rdma_class.dscps.has(0))
            continue;
        for (const Dscp dscp : rdma_class.dscps) {
            const Treatment treatment = forward_dscp(device, port, dscp);
            const bool by_dscp = treatment.decided_by != nullptr || port.trust.is(Trust::dscp)
                || port.trust.is(Trust::dscp_else_pcp);
            if (!by_dscp)
                continue; // left to QOS001
            if (context.need(id, treatment.queue, fmt::format("the queue of DSCP {}", dscp)) == nullptr
                || !ordinary.is(treatment.queue.value))
                continue;
            const Span at = device.place(treatment.tc.origin, &port);
            const auto known = std::ranges::find(shares, at, &UnpausedShare::at);
            if (known != shares.end())
                known->dscps.insert(dscp);
            else
                shares.push_back({at, {std::uint64_t{1} << dscp}, &rdma_class, treatment.queue.value});
        }
    }
}

void report_unpaused_share(DeviceContext& context, const UnpausedShare& share)
{
    // If no switch gives RDMA its own queue, a single queue for everything may be intended.
    Diagnosis diagnosis{.basis = context.basis_of_marking(*share.rdma_class),
        .at = share.at,
        .message = fmt::format(
            "{} puts RDMA packets with DSCP {} into queue {}, that of unmarked packets: they wait behind "
            "traffic that ignores congestion marks, and are dropped with it",
            context.device().name,
            to_string(share.dscps),
            share.queue),
        .related = {{share.rdma_class->at,
            share.rdma_class->evidence.empty() ? "the RDMA class" : share.rdma_class->evidence}},
        .fix = fmt::format("Map DSCP {} to a class whose queue marks.", to_string(share.dscps)),
        .fix_class = FixClass::manual};
    for (const Dscp dscp : share.dscps)
        diagnosis.subjects.push_back(context.subject(Property::dscp_map, dscp));
    context.report(std::move(diagnosis));
}

}
