// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <cstdint>

namespace rocelint::workspace {

/// How a change combines with a later one.
enum class Joined : std::uint8_t {
    unrelated, ///< different values: both stand
    same, ///< the later change adds nothing to the first
    changed, ///< the first change now includes both
};

/// Merges a later change into `kept`. If both set the same value, the later one wins, since its finding
/// already saw the effect of the earlier one.
[[nodiscard]] Joined join_later(Change& kept, const Change& later);

}
