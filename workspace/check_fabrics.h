// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/cache/folder_store.h"
#include "workspace/inputs.h"
#include "workspace/outcome.h"

#include <memory>
#include <optional>
#include <vector>

namespace rocelint::workspace {

/// The fabrics of one run, checked one by one.
struct CheckedFabrics {
    std::vector<std::unique_ptr<Outcome>> outcomes; ///< by folder; at least one
    std::chrono::steady_clock::duration find_time{};
    std::chrono::steady_clock::duration read_time{};
    std::optional<CacheReport> cache; ///< what became of it, where there is one
};

/// Reads and checks what lies below the paths: see read_fabrics(). Fails as it does.
[[nodiscard]] Result<CheckedFabrics> check_fabrics(
    const InputOptions& options, const Selection& selection, const StageSink& stage);

}
