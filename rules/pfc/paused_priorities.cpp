// SPDX-License-Identifier: Apache-2.0
#include "rules/pfc/paused_priorities.h"

#include "models/fabric/classify.h"

namespace rocelint {

PrioritySet paused_priorities(const Port& port)
{
    return port.pfc_asymmetric.is(true) ? port.pfc_tx.value : port.pfc_rx.value | port.pfc_tx.value;
}

PrioritySet displaced_to(const ClassModel& classes, const Device& device, const Port& port, Priority priority)
{
    const RdmaClass* rdma_class = classes.of_priority(priority);
    PrioritySet carried;
    if (rdma_class == nullptr || port.pfc_tx.value.has(priority))
        return carried;
    for (Dscp dscp = 0; dscp < 64; ++dscp) {
        if (!rdma_class->dscps.has(dscp))
            continue;
        const Setting<std::uint8_t> paused = classify_dscp(device, port, dscp).tx_priority;
        if (paused.known() && port.pfc_tx.value.has(paused.value))
            carried.insert(paused.value);
    }
    return carried;
}

std::optional<Priority> cnp_priority(const ClassModel& classes, const Device& device, const Port& port)
{
    if (classes.cnp.dscp) {
        const Setting<std::uint8_t> paused = classify_dscp(device, port, *classes.cnp.dscp).tx_priority;
        if (paused.known())
            return paused.value;
    }
    return classes.cnp.priority;
}

}
