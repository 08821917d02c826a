// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"

#include <span>
#include <string_view>

namespace rocelint::design {

/// Returns a rule's parameter from this policy, else its default.
[[nodiscard]] std::span<const double> parameter(
    const Policy& policy, std::string_view code, std::string_view name);
[[nodiscard]] double number(const Policy& policy, std::string_view code, std::string_view name);

/// Whether a policy leaves this rule on, so that a design must satisfy it.
[[nodiscard]] bool is_on(const Policy& policy, std::string_view code);

}
