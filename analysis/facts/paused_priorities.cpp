// SPDX-License-Identifier: Apache-2.0
// PFC has two directions, and an asymmetric port obeys every pause by design. Defines what "PFC is on" means,
// so that no rule reports a port for something that another rule allows.
#include "analysis/facts/paused_priorities.h"

#include "models/fabric/classify.h"

#include <algorithm>

namespace rocelint {

PrioritySet paused_priorities(const Port& port)
{
    return port.pfc_asymmetric.is(true) ? port.pfc_tx.value : port.pfc_rx.value | port.pfc_tx.value;
}

bool pauses_nothing(const Port& port) { return port.pfc_tx.known() && port.pfc_tx.value.empty(); }

bool any_pauses(const Device& device)
{
    return std::ranges::any_of(device.ports, [](const Port& port) {
        return port.kind == PortKind::physical && port.pfc_tx.known() && !port.pfc_tx.value.empty();
    });
}

PrioritySet displaced_to(const RdmaClass& rdma_class, const Device& device, const Port& port)
{
    PrioritySet carried;
    if (!port.pfc_tx.known() || port.pfc_tx.value.empty() || port.pfc_tx.value.has(rdma_class.priority))
        return carried;
    for (const Dscp dscp : rdma_class.dscps) {
        const Setting<std::uint8_t> priority = priority_of(classify_dscp(device, port, dscp));
        if (priority.known() && port.pfc_tx.value.has(priority.value))
            carried.insert(priority.value);
    }
    return carried;
}

PrioritySet displaced_to(const ClassModel& classes, const Device& device, const Port& port, Priority priority)
{
    const RdmaClass* rdma_class = classes.of_priority(priority);
    return rdma_class == nullptr ? PrioritySet{} : displaced_to(*rdma_class, device, port);
}

bool carries_rdma(const Analysis& analysis, PortId id, PrioritySet priorities)
{
    const ClassModel& classes = analysis.classes;
    // Tunnels put RDMA into further priorities.
    if (classes.classes.empty() || analysis.fabric->device(id).tunnel_remap)
        return true;
    PrioritySet carrying = classes.assumed ? classes.lossless() : analysis.required_priorities(id);
    for (const Priority priority : PrioritySet(carrying))
        carrying = carrying
            | displaced_to(classes, analysis.fabric->device(id), analysis.fabric->port(id), priority);
    return !(priorities & carrying).empty();
}

std::optional<Priority> cnp_priority(const ClassModel& classes, const Device& device, const Port& port)
{
    if (classes.cnp.dscp) {
        const Setting<std::uint8_t> paused = priority_of(classify_dscp(device, port, *classes.cnp.dscp));
        if (paused.known())
            return paused.value;
    }
    return classes.cnp.priority;
}

}
