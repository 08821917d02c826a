// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"

namespace rocelint::sonic {

/// See Driver::undo: the RFC 6902 patch that turns `after` back into `before`.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);

/// See Driver::open. README.md, "Pushing", explains how a push works.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

}
