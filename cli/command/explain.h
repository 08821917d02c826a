// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/rule_page.h"
#include "cli/terminal/exit_code.h"

#include <string>

namespace rocelint::cli {

/// `rocelint explain CODE`.
struct ExplainOptions {
    std::string code; ///< or the rule's name
    PageFormat format = PageFormat::text;
};

/// Prints one rule's page.
[[nodiscard]] ExitCode run_explain(const ExplainOptions& options);

}
