// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"

namespace rocelint::linux_host {

/// Logs in by SSH; every step is a script for a root shell (`sudo -n` if the login is another user).
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

}
