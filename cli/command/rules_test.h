// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <string>

namespace rocelint::cli {

/// `rocelint rules test`.
struct RulesTestOptions {
    std::string policy; ///< empty: the nearest rocelint.yaml upward
};

/// Checks the examples of a policy's own rules: 1 where one does not do what it says.
[[nodiscard]] ExitCode run_rules_test(const RulesTestOptions& options);

}
