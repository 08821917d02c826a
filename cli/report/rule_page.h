// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <string>

namespace rocelint::cli {

enum class PageFormat : std::uint8_t { text, markdown };

/// One rule's page, made of its record: summary, why, source, parameters, examples, fix.
[[nodiscard]] std::string rule_page(const Rule& rule, PageFormat format);

/// Every rule with its summary.
[[nodiscard]] std::string rule_list(PageFormat format);
/// The same with all fields, as a JSON array.
[[nodiscard]] std::string rule_list_json();

}
