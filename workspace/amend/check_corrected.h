// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/amend/corrections.h"

#include <memory>
#include <vector>

namespace rocelint::workspace {

/// Checks a whole fabric as its files will be once the corrections are written: reads, links and checks them
/// again in memory, with the same policy and topology, and with all rules, whatever the first check selected.
/// The result refers to `before`.
[[nodiscard]] std::unique_ptr<Outcome> check_corrected(
    const Outcome& before, const std::vector<Correction>& corrections);

}
