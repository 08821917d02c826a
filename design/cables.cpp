// SPDX-License-Identifier: Apache-2.0
// What the intent and the policy together say about a cable.
#include "design/design_fabric.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {

bool carries_rdma(const FabricIntent& intent, const Policy& policy, const IntentLink& link)
{
    if (link.rdma.given() && !link.rdma.value)
        return false;
    for (const IntentEnd* end : {&link.a, &link.b}) {
        const IntentDevice& device = intent.devices[end->device];
        const IntentPort& port = device.ports[end->port];
        if ((port.rdma.given() && !port.rdma.value) || device.role.value == Role::management)
            return false;
        const auto denied = std::ranges::any_of(policy.ports, [&](const PortPolicy& said) {
            return said.rdma == false && glob_match(said.device, device.name)
                && glob_match(said.port, port.name);
        });
        if (denied)
            return false;
    }
    return true;
}

std::optional<Metres> cable_length(const FabricIntent& intent, const Policy& policy, const IntentLink& link)
{
    if (link.cable.given())
        return link.cable.value;
    const std::string_view a = name_of(intent.devices[link.a.device].role.value);
    const std::string_view b = name_of(intent.devices[link.b.device].role.value);
    for (const auto& key : {fmt::format("{}-{}", a, b), fmt::format("{}-{}", b, a)}) {
        const auto found = policy.cables.find(key);
        if (found != policy.cables.end())
            return found->second;
    }
    return std::nullopt;
}

}
