// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <string_view>

namespace rocelint::cli {

/// Options of `rocelint version`.
struct VersionOptions {
    bool json = false;
    std::string_view commit; ///< that the program was built from; empty: unknown
};

/// Prints the version, the commit, how the program was built, the libraries on this system, and the versions of
/// the formats written for programs.
[[nodiscard]] ExitCode run_version(const VersionOptions& options);

}
