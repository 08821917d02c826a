// SPDX-License-Identifier: Apache-2.0
// Questions to a designed device that every renderer asks.
#include "models/fabric/design.h"

#include <algorithm>

namespace rocelint {

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
