// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"

#include <optional>
#include <vector>

namespace rocelint::proof {

/// Fills `channels` with the channels by which a switch forwards to an endpoint, by the routes to its class.
void next_channels(const FabricProof& proof,
    const routing::Routes& routes,
    std::uint32_t device,
    std::uint32_t endpoint,
    std::vector<std::uint32_t>& channels);

/// The places where packets for an endpoint may end at a switch: ports to switches that were not collected,
/// if packets go up here, and a missing next channel. `stuck`: there is no next channel.
[[nodiscard]] std::vector<Step> dead_ends(const FabricProof& proof,
    const routing::Routes& routes,
    std::uint32_t device,
    std::uint32_t endpoint,
    bool stuck);

/// The unproven step of a switch that is only assumed to use the shortest path although it has other paths.
[[nodiscard]] std::optional<Step> guessed_way(
    const FabricProof& proof, const routing::Routes& routes, std::uint32_t device);

}
