// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live_options.h"
#include "cli/terminal/exit_code.h"

namespace rocelint::cli {

/// `rocelint drift INTENT|DIR INVENTORY`: what live devices mean, against what files say. Exit 1 where they differ.
[[nodiscard]] ExitCode run_drift(const LiveOptions& options);

}
