// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/rule_page/rule_page.h"
#include "cli/terminal/exit_code.h"

#include <string>

namespace rocelint::cli {

/// Options of `rocelint explain CODE`.
struct ExplainOptions {
    std::string code; ///< or the rule's name
    PageFormat format = PageFormat::text;
    std::string policy; ///< the policy whose own rules are included; empty: the nearest upward
};

/// Prints one rule's page.
[[nodiscard]] ExitCode run_explain(const ExplainOptions& options);

}
