// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine.h"

#include <cstdint>
#include <vector>

namespace rocelint {

/// One change with the findings that ask for it.
struct PlannedChange {
    Change change;
    std::vector<std::uint32_t> findings; ///< into Report::findings
};

/// Two findings that ask for opposite things: neither is made.
struct Conflict {
    Change one;
    Change other;
    std::uint32_t one_finding = 0;
    std::uint32_t other_finding = 0;
};

/// What would mend one device.
struct DeviceFixes {
    std::uint32_t device = 0;
    std::vector<PlannedChange> changes; ///< sorted by port, property and number
    std::vector<Conflict> conflicts;
};

/// What would mend everything that a report found, as far as it can be mended without people.
struct FixPlan {
    std::vector<DeviceFixes> devices; ///< sorted; only those with changes or conflicts
    std::vector<std::uint32_t> by_hand; ///< findings that no change mends
};

/// Which findings' changes are wanted.
struct FixSelection {
    bool disruptive = true; ///< also those that are not hitless
};

/// Collects the changes of all findings that are not waived. Equal changes become one, and changes that contradict
/// each other are reported instead of made.
[[nodiscard]] FixPlan plan_fixes(const Report& report, const FixSelection& selection);

}
