// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <string_view>

namespace rocelint::cli {

/// `rocelint version`.
struct VersionOptions {
    bool json = false;
};

/// Tells the version, the commit (which may be nothing), how the program was built, which libraries this system has, and
/// the versions of what it writes for programs.
[[nodiscard]] ExitCode run_version(const VersionOptions& options, std::string_view commit);

}
