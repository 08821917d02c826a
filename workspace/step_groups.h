// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/change/phase.h"
#include "models/fabric/device.h"
#include "rules/fix.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// A change that is wanted on a device, with the codes of the rules that ask for it.
struct WantedChange {
    Change change; ///< its device is the one in the fabric
    std::vector<std::string> codes;
};

/// One change with everything that a step tells of it.
struct Candidate {
    Change change; ///< of a device on its own: its number is 0
    std::vector<std::string> codes;
    FixClass fix_class = FixClass::hitless;
    std::string reason; ///< why it is of that class, with the source
};

/// What one step is to change.
struct StepGroup {
    Phase phase = {}; ///< the first of its changes'
    std::vector<Candidate> candidates;
};

/// A change that is not made.
struct LeftOutChange {
    Change change;
    std::string reason;
};

/// The changes of one device in the order in which they are safe.
struct StepGroups {
    std::vector<StepGroup> groups;
    std::vector<LeftOutChange> left_out;
};

/// The changes alone.
[[nodiscard]] std::vector<Change> changes_of(const std::vector<Candidate>& candidates);

/// Why a disruptive change is left out where nobody gave leave.
[[nodiscard]] std::string needs_leave(std::string_view reason);

/// Sorts changes into push's rounds, and on a host into one group a port where links go down: a host never loses two
/// rails. What the catalog of hazards forbids, to make or to undo, and what is disruptive without leave, is left out.
[[nodiscard]] StepGroups group_changes(
    const Device& device, const std::vector<WantedChange>& wanted, bool allow_disruptive);

}
