// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/fabric.h"

#include <optional>

namespace rocelint {

/// What all devices do with RDMA alike, and a policy may therefore state; nullopt where they differ, where
/// it is unread, or where they do what devices do anyway.
struct Practice {
    std::optional<Spreading> load_balancing;
    std::optional<bool> trimming;
    std::optional<Retransmission> retransmission;
};

/// Spreading if every switch spreads packets, trimming if every switch has a queue that trims, and selective
/// repeat if every RDMA NIC of every host repeats selectively.
[[nodiscard]] Practice infer_practice(const Fabric& fabric);

}
