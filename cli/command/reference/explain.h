// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/rule_page/rule_page.h"
#include "cli/terminal/exit_code.h"

#include <string>
#include <vector>

namespace rocelint::cli {

/// Options of `rocelint explain CODE...`.
struct ExplainOptions {
    std::vector<std::string> codes; ///< or the rules' names
    PageFormat format = PageFormat::text;
    std::string policy; ///< the policy whose own rules are included; empty: the nearest upward
};

/// Prints the page of each rule, or none if one of the rules is unknown.
[[nodiscard]] ExitCode run_explain(const ExplainOptions& options);

}
