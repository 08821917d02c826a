// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

namespace rocelint::eos {

/// Logs in and enters privileged mode. Nothing but the command line (a terminal over SSH) is used.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

}
