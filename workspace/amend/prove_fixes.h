// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/amend/corrections.h"

#include <vector>

namespace rocelint::workspace {

/// Corrections of a fabric, each verified by a complete check.
struct ProvedCorrections {
    FixPlan plan; ///< what was requested and what follows from it
    std::vector<Correction> corrections;
    /// Findings that only appear once others are corrected, and that are corrected with them. The indices in
    /// PlannedChange::findings continue from the findings of the report into this list. Each entry has its
    /// rule, its message and a place in the files as they are now.
    std::vector<Finding> later;
};

/// How far to correct.
struct ProofWish {
    CorrectionWish correction;
    FixSelection selection;
    /// True: continue until nothing more can be corrected. False: correct only what was requested, and what
    /// follows from it.
    bool to_the_end = true;
};

/// Makes the corrections that the plan requests, checks the whole fabric again with the corrected files, and
/// continues with the findings of that check until nothing correctable is left. If a change leads to a new
/// finding that no further change removes, the change is not made: Correction::not_made lists it with the
/// finding it would cause.
[[nodiscard]] ProvedCorrections correct_and_prove(
    const Outcome& outcome, const FixPlan& plan, const ProofWish& wish);

}
