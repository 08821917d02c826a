// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/failure_sweep.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace rocelint::proof {

/// Sets of elements that fail at the same time.
struct FailureSets {
    std::vector<std::vector<Element>> sets; ///< each ascending, of two elements or more
    bool more = false; ///< there are more than were asked for
};

/// Sets of two to `size` elements that may bring new turns into use, at most `most` of them: first those that together
/// take all its ways from a switch, then those whose elements each do so somewhere. A switch that keeps a way makes
/// no new turn, so no other set can close a ring.
[[nodiscard]] FailureSets failure_sets(
    const Case& one, const FailureSweep& sweep, std::uint32_t size, std::size_t most);

/// Calls `visit` with what the switches that lose all their ways do before their neighbours know.
void each_detouring_of_set(
    const Case& one, const routing::Failures& failures, const std::function<void(const Detouring&)>& visit);

}
