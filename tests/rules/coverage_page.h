// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint::testing {

/// docs/coverage.md: for each platform the lines of its base example, what each states in the model, and which rules judge that.
/// `judged` holds the codes of the rules by record and field.
[[nodiscard]] std::string coverage_page(
    const std::map<std::pair<std::string_view, std::string_view>, std::set<std::string_view>>& judged);

}
