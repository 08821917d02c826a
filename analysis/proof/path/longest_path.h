// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/proof.h"

#include <optional>

namespace rocelint::proof {

/// A path between two endpoints, with its number of switches.
struct LongPath {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t switches = 0;
};

/// The longest path that packets take, if it crosses more than `most` switches. Costs nothing if the fabric's
/// tiers rule such a path out.
[[nodiscard]] std::optional<LongPath> path_longer_than(const FabricProof& proof, std::uint32_t most);

}
