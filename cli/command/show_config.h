// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check.h"

namespace rocelint::cli {

/// `rocelint config show`: prints the files, values and options that `check` with these options would go by, and where each
/// comes from. It reads no configuration.
[[nodiscard]] ExitCode run_show_config(const CheckOptions& options);

}
