// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/syntax/json/json_writer.h"

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rocelint::cli {

/// One value of the policy in force, and where it was set.
struct PolicyValue {
    std::string key; ///< "rules.ECN003.severity"
    std::variant<std::string, double, std::vector<double>> value;
    const PolicyPlace* place = nullptr; ///< null: a built-in default; lives as long as the policy
};

/// Every value in force, in the order of the reference page, including rules and parameters that no policy
/// sets.
[[nodiscard]] std::vector<PolicyValue> policy_values(const Policy& policy);

/// The value in words.
[[nodiscard]] std::string value_words(const PolicyValue& value);
/// "rocelint.yaml:4:3", "profile lossless:7" or "built-in default".
[[nodiscard]] std::string place_words(const PolicyPlace* place);
/// Writes an object with the kind of place, its file, line and column.
void write_policy_place(JsonWriter& out, std::string_view key, const PolicyPlace* place);
/// Formats rows of three columns; the first two are as wide as their widest entry.
[[nodiscard]] std::string three_columns(const std::vector<std::array<std::string, 3>>& rows);

}
