// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/corrections.h"

#include <memory>
#include <vector>

namespace rocelint::workspace {

/// The whole check of a fabric as its files will be once the corrections are written: read, linked and checked anew in memory, by
/// the same policy and topology, and by all rules whatever the first check selected. The result refers to `before`.
[[nodiscard]] std::unique_ptr<Outcome> check_corrected(
    const Outcome& before, const std::vector<Correction>& corrections);

}
