// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// An ECN profile in force on queues of RDMA classes.
struct BoundProfile {
    const EcnProfile* profile = nullptr;
    Priority priority = 0; ///< of the first class that uses the profile
    std::uint8_t queue = 0;
    /// The ports of the device itself, ascending. On a device with virtual output queues, ports of other
    /// chips and cards follow (PortKind::system): the queues towards them are this device's.
    std::vector<std::uint32_t> ports;
    bool lossless = false; ///< PFC must protect the class from loss on at least one of the ports
};

/// The marking profiles of one switch, each once, with the RoCE ports on whose RDMA queues they are in force.
/// Only those of classes whose senders slow down on marks.
/// Rules that check one device should call DeviceFacts::bound_profiles() instead, which caches the result.
[[nodiscard]] std::vector<BoundProfile> find_bound_profiles(
    const Analysis& analysis, std::uint32_t device_index);

}
