// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"
#include "workspace/known/baseline.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Known findings that were not found again, with the remaining counts.
struct UnmetFindings {
    std::vector<KnownFinding> solved;
    /// Findings that may still exist, because this run did not read their subject: another fabric, the rest
    /// of a partly checked fabric, or a device that was not read.
    std::vector<KnownFinding> unseen;
};

/// Returns what is left of the baseline at `path`. `names` are the names of the fabrics in it.
[[nodiscard]] UnmetFindings unmet_findings(const std::string& path,
    const Baseline& baseline,
    std::span<const std::unique_ptr<Outcome>> outcomes,
    std::span<const std::string> names);

/// The total number of findings in the entries.
[[nodiscard]] std::size_t count_findings(std::span<const KnownFinding> entries);

}
