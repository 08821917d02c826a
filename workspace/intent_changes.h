// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// What would make one device what an intent says.
struct IntentChanges {
    std::uint32_t device = 0; ///< in the outcome's fabric
    std::vector<Change> changes;
    std::vector<std::string> left; ///< differences that no Change expresses, each a sentence
};

/// Compares every device of the fabric that the intent names (by name) with what the intent says of it. `invalid` at its
/// place for an intent that cannot be built, `usage` where it cannot be read.
[[nodiscard]] Result<std::vector<IntentChanges>> changes_for_intent(
    const std::string& path, const Outcome& outcome);

}
