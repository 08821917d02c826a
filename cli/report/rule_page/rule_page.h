// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <functional>
#include <span>
#include <string>

namespace rocelint::cli {

enum class PageFormat : std::uint8_t { text, markdown };

/// One rule's page, generated from its record: summary, why, source, parameters, examples, fix.
[[nodiscard]] std::string rule_page(const Rule& rule, PageFormat format);

/// What follows from the finding itself: "warning where the device picks another interval; info where …".
[[nodiscard]] std::string other_severities(const Rule& rule);

/// Whether a list includes a rule; empty: it includes all.
using KeepRule = std::function<bool(const Rule& rule)>;
/// Every shipped rule, and the rules of a policy (`own`), each with its summary.
[[nodiscard]] std::string rule_list(
    PageFormat format, std::span<const Rule* const> own = {}, const KeepRule& keep = {});
/// The rules with all fields, as a JSON array.
[[nodiscard]] std::string rule_list_json(std::span<const Rule* const> own = {}, const KeepRule& keep = {});

}
