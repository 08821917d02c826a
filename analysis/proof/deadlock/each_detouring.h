// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock/class_walk.h"
#include "analysis/proof/deadlock/failure_sets.h"
#include "analysis/proof/deadlock/ring.h"

namespace rocelint::proof {

/// Calls `visit` with every detour that the loss of the element brings into use.
template <class Visit>
void each_detouring(const Case& one, const Breakage& breakage, Visit&& visit)
{
    if (!breakage.others.empty())
        return each_detouring_of_set(one, failures_of(*one.graph, breakage), visit);
    ClassWalk walk(*one.graph, *one.destinations, one.measures);
    routing::RouteFinder finder(*one.graph, *one.destinations);
    FailureTurns failing(*one.graph, *one.destinations, one.measures);
    for (const std::uint32_t index : breakage.classes) {
        const routing::Routes& routes = finder.find(index);
        walk.follow(index, finder, routes);
        failing.visit(index, walk, finder, routes, [&](const Detouring& detouring) {
            if (detouring.element == breakage.element)
                visit(detouring);
        });
    }
}

}
