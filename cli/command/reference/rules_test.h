// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <string>

namespace rocelint::cli {

/// Options of `rocelint rules test`.
struct RulesTestOptions {
    std::string policy; ///< empty: the nearest rocelint.yaml upward
};

/// Checks the examples of a policy's own rules; returns 1 if one of them does not behave as it states.
[[nodiscard]] ExitCode run_rules_test(const RulesTestOptions& options);

}
