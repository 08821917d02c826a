// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "cli/terminal/exit_code.h"

namespace rocelint::cli {

/// Runs `rocelint drift INTENT|DIR INVENTORY`: compares live devices with files by meaning. Exit code 1
/// if they differ.
[[nodiscard]] ExitCode run_drift(const LiveOptions& options);

}
