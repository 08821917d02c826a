// SPDX-License-Identifier: Apache-2.0
// A Change cannot name a profile, so it addresses the profile through a port that uses it.
#include "rules/buf/profile_change.h"

#include "analysis/facts/memory/group_memory.h"

namespace rocelint {

void propose_for_profile(const RuleContext& context,
    Diagnosis& diagnosis,
    std::uint32_t index,
    const BufferProfile& profile,
    Property property,
    ChangeValue value)
{
    const Device& device = context.fabric.devices[index];
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        for (const PriorityGroup& group : device.groups_of(device.ports[port])) {
            if (buffer_profile_of(device, group.buffer) != &profile)
                continue;
            diagnosis.changes.push_back({.port = {index, port},
                .property = property,
                .number = group.number,
                .value = value,
                .shared = true});
            return;
        }
    }
}

}
