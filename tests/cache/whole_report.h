// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <string>

namespace rocelint::testing {

/// Everything that a check says: the report for people and the one for programs, and what no report shows (subjects, changes,
/// the model of each device).
[[nodiscard]] std::string whole_report(const workspace::Outcome& outcome);

}
