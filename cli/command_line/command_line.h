// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <string_view>

namespace rocelint::cli {

/// Carries out a command line. A misspelled command, option or value is refused with the most similar one. `commit` is what the
/// program was built from.
[[nodiscard]] ExitCode run_command_line(int argc, const char* const* argv, std::string_view commit);

}
