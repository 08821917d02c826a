// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/baseline.h"
#include "workspace/outcome.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Known findings that were not met again, with as many as are left of them.
struct UnmetFindings {
    std::vector<KnownFinding> solved;
    /// This run did not read what they are about, so that they may be there still: another fabric, the rest of one that was
    /// checked in part, a device of which nothing was read.
    std::vector<KnownFinding> unseen;
};

/// What is left of the baseline at `path`. `names` are those of the fabrics in it.
[[nodiscard]] UnmetFindings unmet_findings(const std::string& path,
    const Baseline& baseline,
    std::span<const std::unique_ptr<Outcome>> outcomes,
    std::span<const std::string> names);

/// How many findings the entries stand for.
[[nodiscard]] std::size_t count_findings(std::span<const KnownFinding> entries);

}
