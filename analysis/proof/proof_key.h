// SPDX-License-Identifier: Apache-2.0
// What a proof depends on, as part of the key under which it is kept. Everything that routes, turns and rings are worked out from
// stands in a Graph, its Destinations, the lossless hops, and a few things that routing asks of devices.
#pragma once

#include "analysis/proof/lossless_hops.h"
#include "models/routing/routes.h"
#include "models/routing/turns.h"
#include "models/stored/store.h"

namespace rocelint::proof {

/// Adds what decides about the routes of a graph to destinations.
void add_routing(Sha256& key, const routing::Graph& graph, const routing::Destinations& destinations);

/// Adds in which buffers packets wait.
void add_hops(Sha256& key, const LosslessHops& hops);

/// See routing::turns_in_use(). Kept in `store`, which may be null.
[[nodiscard]] routing::TurnTable kept_turns_in_use(
    const routing::Graph& graph, const routing::Destinations& destinations, stored::Store* store);

}
