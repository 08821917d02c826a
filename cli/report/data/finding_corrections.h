// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/amend/corrections.h"
#include "workspace/check/outcome.h"

#include <cstdint>
#include <map>
#include <span>

namespace rocelint::cli {

/// By index of the finding: its correction alone, made in the files and verified by reading them again, as
/// `fix` does. Looks at the findings with the indices of `order`, in that order. Findings that only people
/// can fix have none, and neither do those after the first `most`, since each costs a reading of its device.
[[nodiscard]] std::map<std::uint32_t, workspace::Correction> finding_corrections(
    const workspace::Outcome& outcome, std::span<const std::uint32_t> order, std::size_t most);

}
