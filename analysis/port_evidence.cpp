// SPDX-License-Identifier: Apache-2.0
#include "analysis/port_evidence.h"

#include "models/fabric/classify.h"
#include "models/fabric/target.h"

namespace rocelint {

bool is_iwarp_port(const Device& device, const Port& port)
{
    return port.nic < device.nics.size() && device.nics[port.nic].is_iwarp();
}

bool judge_by_kind(const Device& device, const Port& port, Judgement& judgement)
{
    const bool carries = port.kind == PortKind::physical || port.kind == PortKind::lag;
    const bool down = port.admin_up.is(false) || port.link_up.is(false);
    if (carries && !down && !is_iwarp_port(device, port))
        return false;
    if (carries && !down) {
        judgement.verdict = Verdict::not_roce;
        judgement.evidence = EvidenceKind::kind_of_port;
        judgement.at = device.place(device.nics[port.nic].iwarp.origin, &port);
        return true;
    }
    judgement = {Verdict::not_roce,
        EvidenceKind::kind_of_port,
        down ? device.place(port.admin_up.is(false) ? port.admin_up.origin : port.link_up.origin, &port)
             : port.at,
        {},
        {}};
    return true;
}

void judge_host_port(const Device& host, const Port& port, Judgement& judgement)
{
    if (port.nic >= host.nics.size())
        return;
    const Nic& nic = host.nics[port.nic];
    const PrioritySet paused = port.pfc_tx.value_or({});
    OriginId why = paused.empty() ? OriginId{} : port.pfc_tx.origin;
    bool marks = false;
    PrioritySet used;
    for (const Setting<std::uint8_t>& tos : {nic.traffic_class, nic.cm_tos}) {
        if (!tos.known() || tos.value == 0)
            continue;
        marks = true;
        why = why == OriginId{} ? tos.origin : why;
        const Setting<std::uint8_t> priority
            = classify_dscp(host, port, static_cast<Dscp>(tos.value >> 2)).tc;
        if (priority.known())
            used.insert(priority.value);
    }
    for (const Setting<std::uint8_t>& priority : {nic.rdma_priority, nic.roce_priority}) {
        if (!priority.peek_known())
            continue;
        marks = true;
        why = why == OriginId{} ? priority.origin : why;
        used.insert(priority.value);
    }
    // DSCP trust is never a default (mlx5 starts with PCP), so it means that the port was set up for
    // RoCEv2. That the NIC responds to congestion marks proves nothing, since that is the factory
    // setting.
    const bool trusts = port.trust.configured() && port.trust.is(Trust::dscp);
    why = why == OriginId{} && trusts ? port.trust.origin : why;
    if (paused.empty() && !marks && !trusts)
        return;
    judgement = {Verdict::roce,
        EvidenceKind::rdma_host,
        host.place(why, &port),
        {},
        paused.empty() ? used : used & paused};
}

void judge_lossless_marks(
    const Device& device, const Port& port, const ClassModel& classes, Judgement& judgement)
{
    const auto accept
        = [&](OriginId origin, PrioritySet priorities, EvidenceKind kind = EvidenceKind::own_configuration) {
              judgement = {Verdict::roce, kind, device.place(origin, &port), {}, priorities};
          };
    if (port.pfc_tx.known() && !port.pfc_tx.value.empty())
        return accept(port.pfc_tx.origin, port.pfc_tx.value);
    if (port.watchdog.priorities.configured() && !port.watchdog.priorities.value.empty())
        return accept(port.watchdog.priorities.origin, port.watchdog.priorities.value);
    for (const PriorityGroup& group : device.groups_of(port)) {
        if (group.lossless.configured() && group.lossless.value)
            return accept(group.buffer.origin, {});
    }
    // ECN alone may be for DCTCP; on the queue of an RDMA class it indicates RDMA.
    for (const RdmaClass& rdma_class : classes.classes) {
        for (const Dscp dscp : rdma_class.dscps) {
            const Treatment treatment = classify_dscp(device, port, dscp);
            if (!treatment.queue.known())
                continue;
            const Setting<Ref>& ecn = ecn_of_queue(device, port, treatment.queue.value);
            const EcnProfile* profile = target_of(device.ecn_profiles, ecn);
            if (ecn.configured() && profile != nullptr && profile->marks())
                return accept(ecn.origin, PrioritySet::of(rdma_class.priority), EvidenceKind::own_marking);
        }
    }
}

}
