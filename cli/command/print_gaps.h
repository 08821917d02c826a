// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/check/gaps.h"

#include <string_view>
#include <vector>

namespace rocelint::cli {

/// Reports on standard error what a check could not cover. `side` names one of several inputs, or is empty.
void print_gaps(const std::vector<workspace::Gap>& gaps, std::string_view side = {});

/// The minimum exit code for these gaps; `good` without gaps.
[[nodiscard]] ExitCode code_of(const std::vector<workspace::Gap>& gaps);

/// The worse exit code of two parts of one run: 3 before 2 before 1, since what was not read may hold worse
/// than what was found.
[[nodiscard]] ExitCode worst_of(ExitCode a, ExitCode b);

}
