// SPDX-License-Identifier: Apache-2.0
// Inverts the maps of a port: from a group or queue to all code points that lead there.
#include "analysis/facts/dscp_uses.h"

#include "models/fabric/classify.h"

namespace rocelint {

DscpUses find_dscp_uses(const Device& device, const Port& port)
{
    DscpUses uses;
    for (const Dscp dscp : DscpSet::all()) {
        const Treatment treatment = forward_dscp(device, port, dscp);
        const Setting<std::uint8_t> group
            = treatment.tc.peek_known() ? group_of_tc(device, port, treatment.tc.value) : treatment.tc;
        if (group.peek_known() && group.value < DscpUses::most_numbers)
            uses.groups[group.value].insert(dscp);
        if (treatment.queue.peek_known() && treatment.queue.value < DscpUses::most_numbers)
            uses.queues[treatment.queue.value].insert(dscp);
    }
    return uses;
}

}
