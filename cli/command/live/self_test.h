// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"

namespace rocelint::cli {

/// Runs `rocelint push --self-test DEVICE --port PORT --inventory FILE`.
[[nodiscard]] ExitCode run_self_test_command(const LiveOptions& options);

}
