// SPDX-License-Identifier: Apache-2.0
// Two planes of a fabric may intentionally use different code points, so only devices of one plane are
// compared.
#include "analysis/facts/planes.h"

#include "models/text/nearest.h"

namespace rocelint {

Planes::Planes(const Analysis& analysis) : analysis_(analysis)
{
    for (const TopologyDevice& device : analysis.fabric->topology.devices)
        planned_.try_emplace(device.name, device.plane);
}

std::string_view Planes::of(const Device& device) const
{
    // As for RDMA verdicts, the later entry wins: a policy's own entries come after those of the policy that
    // it extends.
    const std::vector<PortPolicy>& entries = analysis_.policy->ports;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if (!entry->plane.empty() && glob_match(entry->device, device.name))
            return entry->plane;
    }
    const auto found = planned_.find(device.name);
    return found == planned_.end() ? std::string_view{} : found->second;
}

}
