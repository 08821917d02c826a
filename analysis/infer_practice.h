// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/fabric.h"

#include <optional>

namespace rocelint {

/// What all switches do with RDMA alike, and a policy may therefore state; nullopt where they differ, where
/// it is unread, or where they do what switches do anyway.
struct Practice {
    std::optional<Spreading> load_balancing;
    std::optional<bool> trimming;
};

/// Spreading if every switch spreads packets, and trimming if every switch has a queue that trims.
[[nodiscard]] Practice infer_practice(const Fabric& fabric);

}
