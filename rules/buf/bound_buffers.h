// SPDX-License-Identifier: Apache-2.0
// Which queues and priority groups have a buffer profile, for the rules about missing ones.
#pragma once

#include "models/fabric/qos.h"

#include <algorithm>
#include <span>

namespace rocelint {

/// Whether a profile is bound, as far as is known.
[[nodiscard]] inline bool is_bound(const Setting<Ref>& buffer)
{
    return buffer.peek_known() && !buffer.value.none();
}

/// Whether a group that pauses nothing, or a queue, has a buffer profile of its own.
[[nodiscard]] inline bool binds(const PriorityGroup& group)
{
    const bool lossless = group.lossless.peek_known() && group.lossless.value;
    return is_bound(group.buffer) && !lossless;
}
[[nodiscard]] inline bool binds(const Queue& queue) { return is_bound(queue.buffer); }

/// Whether any of these queues or groups has one.
template <class Part>
[[nodiscard]] bool binds_any(std::span<const Part> parts)
{
    return std::ranges::any_of(parts, [](const Part& part) { return binds(part); });
}

}
