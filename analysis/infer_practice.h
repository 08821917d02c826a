// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/fabric.h"

#include <optional>

namespace rocelint {

/// Settings for RDMA that all devices share, so that a policy may state them; nullopt where they differ, are
/// unread, or are the usual ones anyway.
struct Practice {
    std::optional<Spreading> load_balancing;
    std::optional<bool> trimming;
    std::optional<Retransmission> retransmission;
};

/// Spreading if every switch spreads packets, trimming if every switch has a queue that trims, and selective
/// repeat if every RDMA NIC of every host repeats selectively.
[[nodiscard]] Practice infer_practice(const Fabric& fabric);

}
