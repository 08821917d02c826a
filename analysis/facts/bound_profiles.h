// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// An ECN profile in force on queues of RDMA classes.
struct BoundProfile {
    const EcnProfile* profile = nullptr;
    Priority priority = 0; ///< of the first class that uses it
    std::uint8_t queue = 0;
    std::vector<std::uint32_t> ports; ///< of the device, ascending
    bool lossless = false; ///< PFC is to keep the class from loss on one of them at least
};

/// The profiles of one switch that mark, each once, with the RoCE ports on whose RDMA queues they are in force. Rules for one
/// device ask DeviceFacts.
[[nodiscard]] std::vector<BoundProfile> find_bound_profiles(
    const Analysis& analysis, std::uint32_t device_index);

}
