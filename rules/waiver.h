// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine.h"

#include <string_view>
#include <vector>

namespace rocelint {

/// Marks findings that a waiver of the policy or an inline comment covers, and adds a SYN001 warning for each waiver
/// that has expired, is malformed or names no rule, and an info for each that covers nothing. `today` is an ISO date.
void apply_waivers(std::vector<Finding>& findings,
    const Analysis& analysis,
    const OwnRules& own,
    const Selection& selection,
    std::string_view today);

}
