// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

namespace rocelint::onyx {

/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

}
