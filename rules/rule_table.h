// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <span>
#include <string_view>
#include <vector>

namespace rocelint {

/// Every rule, sorted by code.
[[nodiscard]] std::span<const Rule* const> all_rules();
/// All of them, then `own`: those of a policy.
[[nodiscard]] std::vector<const Rule*> with_own_rules(std::span<const Rule* const> own);
/// The same as a policy must know them.
[[nodiscard]] std::span<const KnownRule> known_rules();
/// The rule of this code or name, or null.
[[nodiscard]] const Rule* find_rule(std::string_view code_or_name);

}
