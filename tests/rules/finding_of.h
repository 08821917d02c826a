// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/example_fabric.h"

#include <algorithm>
#include <string_view>

namespace rocelint::tests {

/// The first finding of the rule with this code, or null.
inline const Finding* finding_of(const workspace::Outcome& outcome, std::string_view code)
{
    const auto found = std::ranges::find_if(
        outcome.report.findings, [code](const Finding& finding) { return finding.rule->code == code; });
    return found == outcome.report.findings.end() ? nullptr : &*found;
}

}
