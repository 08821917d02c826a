// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/ring.h"
#include "models/routing/alike.h"

#include <vector>

namespace rocelint::proof {

/// What the loss of single elements may do.
struct FailureSweep {
    std::size_t elements = 0; ///< links between switches or to hosts, and switches
    /// Failures that may close a ring, ascending; every other one is proved not to.
    std::vector<Breakage> suspects;
    std::vector<Element> felt; ///< elements whose loss brings any new turn into use, ascending
};

/// Sorts out the failures that need a closer look. `turns` are the turns while nothing is broken; their buffers must not
/// wait for each other in a ring. A failure is harmless if no packet that goes on by one of its new turns comes, over
/// the turns that there are anyhow, to a switch where another of its new turns begins.
[[nodiscard]] FailureSweep sweep_failures(const Case& one, const Turns& turns);

/// Likewise, with the classes that are taken to be alike.
[[nodiscard]] FailureSweep sweep_failures(
    const Case& one, const Turns& turns, const routing::AlikeClasses& alike);

/// Whether any switch of the fabric has a detour, or a way that does not go up, then down.
[[nodiscard]] bool may_leave_up_down(const routing::Graph& graph, const Turns& base);

}
