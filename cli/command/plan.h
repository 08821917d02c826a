// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_code.h"
#include "cli/live/live_options.h"

namespace rocelint::cli {

/// `rocelint plan INVENTORY` and `rocelint plan show PLAN`.
[[nodiscard]] ExitCode run_plan(const LiveOptions& options);

}
