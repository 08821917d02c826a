// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/terminal.h"
#include "drivers/live.h"

namespace rocelint::nxos {

/// LiveDevice::health.
[[nodiscard]] Result<Health> read_health(line_cli::Terminal& terminal, const std::vector<std::string>& ports);

}
