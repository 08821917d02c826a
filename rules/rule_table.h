// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <span>
#include <string_view>

namespace rocelint {

/// Every rule, sorted by code.
[[nodiscard]] std::span<const Rule* const> all_rules();
/// The same as a policy must know them.
[[nodiscard]] std::span<const KnownRule> known_rules();
/// The rule of this code or name, or null.
[[nodiscard]] const Rule* find_rule(std::string_view code_or_name);

}
