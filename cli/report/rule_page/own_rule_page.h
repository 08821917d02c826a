// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/rule_page/rule_page.h"
#include "rules/own/own_rules.h"

#include <string>

namespace rocelint::cli {

/// The page of a rule that a policy defines: what it requires, why, and its examples.
[[nodiscard]] std::string own_rule_page(const CustomRule& rule, PageFormat format);

}
