// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

namespace rocelint::opensm {

/// Connects to a host that runs opensm. See Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

}
