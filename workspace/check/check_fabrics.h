// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"
#include "workspace/input/inputs.h"

#include <memory>
#include <vector>

namespace rocelint::workspace {

/// The fabrics of one run, checked one after another.
struct CheckedFabrics {
    std::vector<std::unique_ptr<Outcome>> outcomes; ///< sorted by folder; at least one
    std::chrono::steady_clock::duration find_time{};
    std::chrono::steady_clock::duration read_time{};
};

/// Reads and checks everything below the paths; see read_fabrics(), whose errors it returns.
[[nodiscard]] Result<CheckedFabrics> check_fabrics(
    const InputOptions& options, const Selection& selection, const StageSink& stage);

}
