// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check_fabrics.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// What --changed-since did to the reports.
struct ChangedFindings {
    std::vector<std::size_t> hidden; ///< how many findings of each fabric were taken out
    std::vector<std::string>
        remarks; ///< by what else the revision was judged, where its policy or topology cannot be read
};

/// Takes out of the reports what was there at a revision of the git repository around the inputs and rests on no line that
/// was changed since: the same inputs are checked as the revision has them, and findings are compared as a baseline does. A
/// finding about a fabric as a whole stays where it rests on a file that changed. Where the policy or topology of the revision cannot
/// be read, that of now judges both. Fails for inputs
/// outside of a repository, an unknown revision, and inputs of the revision that cannot be checked.
[[nodiscard]] Result<ChangedFindings> keep_changed(std::span<const std::unique_ptr<Outcome>> outcomes,
    const std::string& revision,
    const InputOptions& input,
    const Selection& selection,
    const StageSink& stage);

}
