// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock.h"
#include "models/routing/graph.h"

namespace rocelint::proof {

/// Fills `proof` with the result of an earlier search with this key; returns false if that search was not kept.
/// Leaves its endpoints and assumptions unchanged.
[[nodiscard]] bool take_search(
    stored::Store& store, const Digest& key, const routing::Graph& graph, DeadlockProof& proof);

/// Stores the result, unless it cites lines, which move when files change, or proposes corrections, which
/// depend on more of the fabric than the key covers.
void keep_search(stored::Store& store, const Digest& key, const DeadlockProof& proof);

}
