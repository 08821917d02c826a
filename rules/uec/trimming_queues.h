// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/memory/group_memory.h"
#include "models/fabric/device.h"

#include <algorithm>

namespace rocelint::rules {

/// Whether some buffer profile of the device trims packets that a queue has no room for, or may do so because
/// its line could not be read.
[[nodiscard]] inline bool may_trim(const Device& device)
{
    return std::ranges::any_of(device.buffer_profiles, [](const BufferProfile& profile) {
        return profile.trims.peek_known() ? profile.trims.value : profile.trims.origin != OriginId{};
    });
}

/// The buffer profile of a queue that trims packets; null for any other queue.
[[nodiscard]] inline const BufferProfile* trimming_profile(const Device& device, const Queue& queue)
{
    const BufferProfile* profile = buffer_profile_of(device, queue.buffer);
    return profile != nullptr && profile->trims.is(true) ? profile : nullptr;
}

}
