// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"

#include <string_view>

namespace rocelint::linux_host {

/// Facts that follow from the kernel driver of a NIC alone.
struct NicDriver {
    std::string_view name; ///< as `ethtool -i` prints it: "mlx5_core"
    /// What to capture for the two halves of DCQCN, or that no file shows them; {} is the
    /// interface, {1} its RDMA device, {2} the driver.
    std::string_view notification_unread;
    std::string_view reaction_unread;
    std::string_view iwarp_only{}; ///< the source which says that its RDMA is iWARP alone; empty for RoCE
    bool slows_unpaused = false; ///< slows RoCE down where the port has neither PFC nor link pause
    BitsPerSecond queue_pair_rate{}; ///< what one queue pair sends at most; 0 where no source limits it
};

/// The row of a driver; for a driver without one, a row without a name. `version` is that of `ethtool -i`, by which NVIDIA's own mlx5 driver differs from the
/// kernel's. Both are empty if they were not captured.
[[nodiscard]] const NicDriver& nic_driver(std::string_view name, std::string_view version);

}
