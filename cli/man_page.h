// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

namespace rocelint::cli {

/// Prints the manual page of the program or of a command, or writes the pages of all commands to a folder
/// (rocelint.1, rocelint-check.1, …), in man(7) format.
[[nodiscard]] ExitCode run_man(const ManOptions& options);

}
