// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/path/cause_sets.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rocelint::proof {

/// A cause with its effect on the fabric.
struct AffectedPairs {
    Cause cause;
    /// Ordered pairs of endpoints with a path that meets it, on the way there or (CNPs) back.
    std::uint64_t pairs = 0;
    std::uint32_t from = 0; ///< endpoints of one such pair
    std::uint32_t to = 0;
};

/// Parts of a fabric, for a table of the results between them.
struct Parts {
    std::uint32_t count = 0;
    std::vector<std::uint32_t> of_class; ///< by destination class: the number of its part, below `count`
};

/// Ordered pairs of endpoints from one part to another, counted by result.
struct PartPairs {
    std::uint64_t proven = 0;
    std::uint64_t unproven = 0;
    std::uint64_t broken = 0;
    std::uint64_t unreachable = 0;
};

/// The results for all ordered pairs of endpoints that share an RDMA class.
struct AllPairs {
    std::uint32_t endpoints = 0;
    std::uint64_t pairs = 0;
    std::uint64_t unreachable = 0; ///< on some path the packet cannot arrive at all
    std::uint64_t broken = 0; ///< every path arrives, but some have a broken step
    std::uint64_t unproven = 0; ///< no path is broken, but some have an unproven step
    [[nodiscard]] std::uint64_t proven() const { return pairs - unreachable - broken - unproven; }
    std::vector<AffectedPairs> causes; ///< the worst first, then by the number of pairs
    std::uint64_t assumed_hops = 0; ///< hops with something that the platform does not show
    std::vector<PartPairs> between; ///< between the requested parts: by source, then by destination
};

/// The results for single pairs, by groups of endpoints that cannot be told apart.
struct PairGrades {
    std::vector<std::uint32_t> group_of; ///< by endpoint
    std::uint32_t groups = 0;
    std::vector<std::optional<Grade>> of_groups; ///< by source group, then by destination group
    /// nullopt for endpoints that share no RDMA class.
    [[nodiscard]] std::optional<Grade> between(std::uint32_t from_group, std::uint32_t to_group) const
    {
        return of_groups[std::size_t{from_group} * groups + to_group];
    }
};

/// Proves all pairs. Destinations that all switches forward to alike are examined once, as are endpoints that
/// share everything; paths are never enumerated. Fills `grades` unless it is null.
[[nodiscard]] AllPairs prove_all_pairs(
    const FabricProof& proof, const Parts& parts = {}, PairGrades* grades = nullptr);

}
