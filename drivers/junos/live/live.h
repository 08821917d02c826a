// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"

namespace rocelint::junos {

/// Connects to the NETCONF subsystem. `refused` if the target is to be reached by a command line, which this
/// driver does not support.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

}
