// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/ring.h"
#include "models/routing/alike.h"

#include <vector>

namespace rocelint::proof {

/// The possible effects of losing single elements.
struct FailureSweep {
    std::size_t elements = 0; ///< links between switches or to hosts, and switches
    /// Failures that may close a ring, ascending. All others are proven not to.
    std::vector<Breakage> suspects;
    std::vector<Element> felt; ///< elements whose loss brings any new turn into use, ascending
};

/// Finds the failures that need a closer look. `turns` are the turns while nothing is broken; their buffers
/// must not form a ring. A failure is harmless if no packet that takes one of its new turns can reach, over
/// the existing turns, a switch where another of its new turns begins.
[[nodiscard]] FailureSweep sweep_failures(const Case& one, const Turns& turns);

/// The same, with the classes that are assumed to be alike.
[[nodiscard]] FailureSweep sweep_failures(
    const Case& one, const Turns& turns, const routing::AlikeClasses& alike);

/// Whether any switch of the fabric has a detour, or a path that does not go up, then down.
[[nodiscard]] bool may_leave_up_down(const routing::Graph& graph, const Turns& base);

}
