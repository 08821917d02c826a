// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/deadlock.h"
#include "models/routing/graph.h"

namespace rocelint::proof {

/// Puts in `proof` what an earlier search with this key has found; false where there is none. Its endpoints and assumptions stay
/// as they are.
[[nodiscard]] bool take_search(
    stored::Store& store, const Digest& key, const routing::Graph& graph, DeadlockProof& proof);

/// Keeps what was found, unless it shows lines, which move, or proposes corrections, which ask more of the fabric than the key
/// has.
void keep_search(stored::Store& store, const Digest& key, const DeadlockProof& proof);

}
