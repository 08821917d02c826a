// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/classify.h"

namespace rocelint {

/// Whether packets use the queue that pause of `priority` stops, and so are in its class, but fill a
/// different priority group from the one that triggers pause of `priority`. Then the map to groups is wrong,
/// not the DSCP map.
[[nodiscard]] inline bool groups_disagree(
    const Device& device, const Port& port, const Treatment& treatment, Priority priority)
{
    const Setting<std::uint8_t> stopped = queue_of_priority(device, port, priority);
    const Setting<std::uint8_t> pausing = group_of_priority(device, port, priority);
    return treatment.queue.known() && stopped.is(treatment.queue.value) && treatment.group.known()
        && pausing.known() && pausing.value != treatment.group.value;
}

}
