// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// Command-line options of `rocelint config show`.
struct ShowConfigOptions {
    CheckOptions options; ///< the options of the check to show
    std::vector<std::string> given; ///< the options named on the command line, such as "--jobs"
};

/// Prints the files, values and options that `check` with these options would use, and where each comes from.
/// Reads no configuration.
[[nodiscard]] ExitCode run_show_config(const ShowConfigOptions& asked);

}
