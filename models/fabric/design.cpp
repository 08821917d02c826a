// SPDX-License-Identifier: Apache-2.0
// Queries on a designed device that every renderer needs.
#include "models/fabric/design.h"

#include <algorithm>

namespace rocelint {

std::string PortDesign::peer() const
{
    return peer_device.empty() || peer_port.empty() ? peer_device : peer_device + ":" + peer_port;
}

PrioritySet DeviceDesign::lossless() const
{
    PrioritySet set;
    for (const ClassDesign& each : classes) {
        if (each.lossless)
            set.insert(each.priority);
    }
    return set;
}

const ClassDesign* DeviceDesign::of_priority(Priority priority) const
{
    const auto found = std::ranges::find(classes, priority, &ClassDesign::priority);
    return found == classes.end() ? nullptr : &*found;
}

}
