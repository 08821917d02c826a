// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/corrections.h"

#include <vector>

namespace rocelint::workspace {

/// Corrections of a fabric, each held against the whole check.
struct ProvedCorrections {
    FixPlan plan; ///< what was asked for and what follows from it
    std::vector<Correction> corrections;
    /// Findings that show only once others are corrected, and are corrected with them. PlannedChange::findings counts them on from
    /// the findings of the report. Each names its rule, its message and a place in the files as they are now.
    std::vector<Finding> later;
};

/// How far corrections go.
struct ProofWish {
    CorrectionWish correction;
    FixSelection selection;
    bool to_the_end
        = true; ///< until nothing more can be corrected; false: only what was asked for, and what follows from it
};

/// Corrects what the plan asks for, checks the whole fabric again with the corrected files, and goes on with what that check finds,
/// until it finds nothing that can be corrected. A change after which the check finds what it did not find before, and what no
/// further change removes, is not made: it is listed in Correction::not_made with what would be found.
[[nodiscard]] ProvedCorrections correct_and_prove(
    const Outcome& outcome, const FixPlan& plan, const ProofWish& wish);

}
