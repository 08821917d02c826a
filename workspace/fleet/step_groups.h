// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/change/phase.h"
#include "models/fabric/device.h"
#include "rules/engine/fix.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// A change to make on a device, with the codes of the rules that ask for it.
struct WantedChange {
    Change change; ///< `change.port.device` is the index in the fabric
    std::vector<std::string> codes;
};

/// One change with everything that a plan step says about it.
struct Candidate {
    Change change; ///< of a single device: its device index is 0
    std::vector<std::string> codes;
    FixClass fix_class = FixClass::hitless;
    std::string reason; ///< why the change has this class, with the source
};

/// The changes of one step.
struct StepGroup {
    Phase phase = {}; ///< of its first change
    std::vector<Candidate> candidates;
};

/// A change that is not made, and the reason.
struct LeftOutChange {
    Change change;
    std::string reason;
};

/// The changes of one device in a safe order.
struct StepGroups {
    std::vector<StepGroup> groups;
    std::vector<LeftOutChange> left_out;
};

/// The changes without the other fields of the candidates.
[[nodiscard]] std::vector<Change> changes_of(const std::vector<Candidate>& candidates);

/// Why a disruptive change is left out without permission.
[[nodiscard]] std::string needs_leave(std::string_view reason);

/// Sorts changes into the rounds of push. On a host, changes that take links down form one group for each
/// port, so that a host never loses two rails at once. Leaves out what the hazard catalog forbids to make or
/// to undo, and disruptive changes without permission.
[[nodiscard]] StepGroups group_changes(
    const Device& device, const std::vector<WantedChange>& wanted, bool allow_disruptive);

}
