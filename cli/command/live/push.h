// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"

namespace rocelint::cli {

/// Runs `rocelint push PLAN`, `rocelint push --resume JOURNAL` and `rocelint push --self-test DEVICE`.
[[nodiscard]] ExitCode run_push_command(const LiveOptions& options);
/// Runs `rocelint rollback JOURNAL`.
[[nodiscard]] ExitCode run_rollback(const LiveOptions& options);

}
