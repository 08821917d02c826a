// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/failure_sweep.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace rocelint::proof {

/// Sets of elements that fail at the same time.
struct FailureSets {
    std::vector<std::vector<Element>> sets; ///< each ascending, with two or more elements
    bool more = false; ///< there are more than were requested
};

/// Sets of two to `size` elements that may bring new turns into use, at most `most` of them. Sets that
/// together remove all paths of a switch come first, then sets in which each element alone does so at some
/// switch. A switch that keeps a path makes no new turn, so no other set can close a ring.
[[nodiscard]] FailureSets failure_sets(
    const Case& one, const FailureSweep& sweep, std::uint32_t size, std::size_t most);

/// Calls `visit` with the detours of switches that lose all their paths, before their neighbors learn of the
/// failure.
void each_detouring_of_set(
    const Case& one, const routing::Failures& failures, const std::function<void(const Detouring&)>& visit);

}
