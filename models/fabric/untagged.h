// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// Marks the routed ports and LAGs that have no subinterfaces: their frames carry no VLAN tag (802.1Q-2022
/// clause 6.7, an interface that is not part of a VLAN). For platforms whose subinterfaces know their parent.
inline void mark_untagged(Device& device)
{
    std::vector<bool> has_tags(device.ports.size());
    for (const Port& port : device.ports) {
        if (port.parent < has_tags.size())
            has_tags[port.parent] = true;
    }
    const OriginId why = device.origins.derived({}, {}, "a routed port without subinterfaces");
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        Port& port = device.ports[index];
        const std::uint32_t bundle = port.lag < has_tags.size() ? port.lag : index;
        if ((port.kind == PortKind::physical || port.kind == PortKind::lag) && port.routed.peek_known()
            && port.routed.value && !has_tags[index] && !has_tags[bundle])
            port.tagged = {false, why};
    }
}

}
