// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <optional>

namespace rocelint {

/// A fabric in which no switch port pauses anything and no queue marks.
struct NothingLossless {
    std::uint32_t first = 0; ///< the first of the switches
    std::uint32_t switches = 0; ///< that were read in full
    bool ecn_known = true; ///< every queue is known not to mark
};

/// Nothing where a port pauses or a queue marks, where no switch was read in full, and where some switch port is known
/// to carry a lossless class, so that PFC001 tells of it.
[[nodiscard]] std::optional<NothingLossless> nothing_lossless(const Analysis& analysis);

}
