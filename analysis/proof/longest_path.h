// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/proof.h"

#include <optional>

namespace rocelint::proof {

/// A path between two endpoints and the number of switches on it.
struct LongPath {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t switches = 0;
};

/// The longest of the paths that packets take, if it crosses more than `most` switches. Costs nothing where the tiers
/// of the fabric show that there can be none.
[[nodiscard]] std::optional<LongPath> path_longer_than(const FabricProof& proof, std::uint32_t most);

}
