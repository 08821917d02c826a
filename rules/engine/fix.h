// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine/engine.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// A change, with the findings that need it.
struct PlannedChange {
    Change change;
    std::vector<std::uint32_t> findings; ///< indices into Report::findings
};

/// Two findings that require contradictory changes: neither change is made.
struct Conflict {
    Change one;
    Change other;
    std::uint32_t one_finding = 0;
    std::uint32_t other_finding = 0;
};

/// The fixes for one device.
struct DeviceFixes {
    std::uint32_t device = 0;
    std::vector<PlannedChange> changes; ///< sorted by port, property and number
    std::vector<Conflict> conflicts;
};

/// The fixes for everything in a report that can be fixed automatically.
struct FixPlan {
    std::vector<DeviceFixes> devices; ///< sorted; only devices with changes or conflicts
    std::vector<std::uint32_t> by_hand; ///< findings that no change fixes
};

/// Which changes to include.
struct FixSelection {
    bool disruptive = true; ///< also include changes that are not hitless
};

/// Collects the changes of all findings that are not waived. Merges equal changes, and reports contradictory
/// changes instead of making them.
[[nodiscard]] FixPlan plan_fixes(const Report& report, const FixSelection& selection);

}
