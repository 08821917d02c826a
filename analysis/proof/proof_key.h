// SPDX-License-Identifier: Apache-2.0
// The inputs of a proof, as part of the key under which its result is stored. Routes, turns and rings are
// computed from a Graph, its Destinations, the lossless hops, and a few device settings that routing reads.
#pragma once

#include "analysis/proof/lossless_hops.h"
#include "models/routing/routes.h"
#include "models/routing/turns.h"
#include "models/stored/store.h"

namespace rocelint::proof {

/// Adds everything that decides the routes of a graph to destinations.
void add_routing(Sha256& key, const routing::Graph& graph, const routing::Destinations& destinations);

/// Adds the buffers in which packets wait.
void add_hops(Sha256& key, const LosslessHops& hops);

/// See routing::turns_in_use(). Results are kept in `store`, which may be null.
[[nodiscard]] routing::TurnTable kept_turns_in_use(
    const routing::Graph& graph, const routing::Destinations& destinations, stored::Store* store);

}
