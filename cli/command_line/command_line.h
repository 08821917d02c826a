// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <string_view>

namespace rocelint::cli {

/// Runs a command line. For a misspelled command, option or value, suggests the most similar one. `commit` is
/// the commit that the program was built from.
[[nodiscard]] ExitCode run_command_line(int argc, const char* const* argv, std::string_view commit);

}
