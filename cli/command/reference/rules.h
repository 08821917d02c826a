// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::cli {

enum class ListFormat : std::uint8_t { text, json, markdown };

/// Options of `rocelint rules`.
struct RulesOptions {
    std::vector<std::string> codes; ///< list only these: codes, prefixes or names; empty: all
    ListFormat format = ListFormat::text;
    std::string policy; ///< the policy whose own rules are listed too; empty: the nearest upward
    std::string pages; ///< folder to write one Markdown page per rule to; empty: print the list
};

/// Lists the rules, or writes their pages.
[[nodiscard]] ExitCode run_rules(const RulesOptions& options);

}
