// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// `rocelint config show`, as the command line asks for it.
struct ShowConfigOptions {
    CheckOptions options; ///< of the check that it is asked about
    std::vector<std::string> given; ///< those of them that the command line names, such as "--jobs"
};

/// Prints the files, values and options that `check` with these options would go by, and where each comes from. It reads no
/// configuration.
[[nodiscard]] ExitCode run_show_config(const ShowConfigOptions& asked);

}
