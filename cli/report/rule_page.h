// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <span>
#include <string>

namespace rocelint::cli {

enum class PageFormat : std::uint8_t { text, markdown };

/// One rule's page, made of its record: summary, why, source, parameters, examples, fix.
[[nodiscard]] std::string rule_page(const Rule& rule, PageFormat format);

/// Every rule that is shipped, and those of a policy (`own`), with its summary.
[[nodiscard]] std::string rule_list(PageFormat format, std::span<const Rule* const> own = {});
/// The same with all fields, as a JSON array.
[[nodiscard]] std::string rule_list_json(std::span<const Rule* const> own = {});

}
