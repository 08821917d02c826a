// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/classify.h"

namespace rocelint {

/// Packets leave by the queue that pause of `priority` stops, so that they are in its class, but fill another priority
/// group than the one that makes the device pause it. Then the map of the groups is at fault, not the DSCP map.
[[nodiscard]] inline bool groups_disagree(
    const Device& device, const Port& port, const Treatment& treatment, Priority priority)
{
    const Setting<std::uint8_t> stopped = queue_of_priority(device, port, priority);
    const Setting<std::uint8_t> pausing = group_of_priority(device, port, priority);
    return treatment.queue.known() && stopped.is(treatment.queue.value) && treatment.group.known()
        && pausing.known() && pausing.value != treatment.group.value;
}

}
