// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine/engine.h"

#include <string_view>
#include <vector>

namespace rocelint {

/// Marks the findings that a waiver of the policy or of a comment covers. Adds SYN001 for each waiver that is
/// malformed or names no rule, SYN002 for each that has expired and SYN003 for each that covers nothing.
/// SYN003 is left out if the rule did not run, could not be checked there, or if the file or device that the
/// waiver names was not read in this run. `today` is an ISO date.
void apply_waivers(
    Report& report, const Analysis& analysis, const Selection& selection, std::string_view today);

}
