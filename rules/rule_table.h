// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <span>
#include <string_view>
#include <vector>

namespace rocelint {

/// Every rule, sorted by code.
[[nodiscard]] std::span<const Rule* const> all_rules();
/// All rules, followed by `own`, the rules of a policy.
[[nodiscard]] std::vector<const Rule*> with_own_rules(std::span<const Rule* const> own);
/// All rules, in the form that policies need.
[[nodiscard]] std::span<const KnownRule> known_rules();
/// The rule with this code or name, or null.
[[nodiscard]] const Rule* find_rule(std::string_view code_or_name);

}
