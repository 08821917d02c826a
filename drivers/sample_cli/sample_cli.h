// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sample_cli {

/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

extern const Driver driver;

}
