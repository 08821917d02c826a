// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// The changes that would bring one device in line with an intent.
struct IntentChanges {
    std::uint32_t device = 0; ///< in the outcome's fabric
    std::vector<Change> changes;
    std::vector<std::string> left; ///< differences that no Change can express, one sentence each
};

/// Compares every device of the fabric that the intent names (by name) with the intent. Fails with `invalid`,
/// at its place, for an intent that cannot be built, and with `usage` if the intent cannot be read.
[[nodiscard]] Result<std::vector<IntentChanges>> changes_for_intent(
    const std::string& path, const Outcome& outcome);

}
