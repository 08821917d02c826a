// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/check_fabrics.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The effect of --changed-since on the reports.
struct ChangedFindings {
    std::vector<std::size_t> hidden; ///< how many findings were removed from each fabric's report
    /// Remarks about a policy or topology of the revision that cannot be read, and about its replacement.
    std::vector<std::string> remarks;
};

/// Removes from the reports the findings that already existed at a revision of the git repository around the
/// inputs and rest on no line changed since. To do so, it checks the revision's version of the same inputs,
/// and compares findings as a baseline does. A finding about a fabric as a whole stays if it rests on a
/// changed file. If the policy or topology of the revision cannot be read, the current one applies to both
/// sides. Fails for inputs outside of a repository, for an unknown revision, and for inputs of the revision
/// that cannot be checked.
[[nodiscard]] Result<ChangedFindings> keep_changed(std::span<const std::unique_ptr<Outcome>> outcomes,
    const std::string& revision,
    const InputOptions& input,
    const Selection& selection,
    const StageSink& stage);

}
