// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"

namespace rocelint::cli {

/// Runs `rocelint plan INVENTORY` and `rocelint plan show PLAN`.
[[nodiscard]] ExitCode run_plan(const LiveOptions& options);

}
