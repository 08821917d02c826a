// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/cause_sets.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rocelint::proof {

/// A cause with what it does to the fabric.
struct AffectedPairs {
    Cause cause;
    std::uint64_t pairs = 0; ///< ordered pairs of endpoints with a path that meets it, there or (CNPs) back
    std::uint32_t from = 0; ///< endpoints of one such pair
    std::uint32_t to = 0;
};

/// Parts of a fabric, for a table of what holds between them.
struct Parts {
    std::uint32_t count = 0;
    std::vector<std::uint32_t> of_class; ///< by destination class; below `count`
};

/// Ordered pairs of endpoints from one part to another, by what holds of them.
struct PartPairs {
    std::uint64_t proven = 0;
    std::uint64_t unproven = 0;
    std::uint64_t broken = 0;
    std::uint64_t unreachable = 0;
};

/// What holds of every ordered pair of endpoints that share an RDMA class.
struct AllPairs {
    std::uint32_t endpoints = 0;
    std::uint64_t pairs = 0;
    std::uint64_t unreachable = 0; ///< on some path the packet cannot get there at all
    std::uint64_t broken = 0; ///< every path leads there, but some has a broken step
    std::uint64_t unproven = 0; ///< none has, but some path has an unproven one
    [[nodiscard]] std::uint64_t proven() const { return pairs - unreachable - broken - unproven; }
    std::vector<AffectedPairs> causes; ///< the worst first, then by the number of pairs
    std::uint64_t assumed_hops = 0; ///< hops with something that the platform does not show
    std::vector<PartPairs> between; ///< of parts that were asked for: by source, by destination
};

/// What holds of single pairs, by groups of endpoints that cannot be told apart.
struct PairGrades {
    std::vector<std::uint32_t> group_of; ///< by endpoint
    std::uint32_t groups = 0;
    std::vector<std::optional<Grade>> of_groups; ///< by source group, by destination group
    /// Nothing for endpoints that share no RDMA class.
    [[nodiscard]] std::optional<Grade> between(std::uint32_t from_group, std::uint32_t to_group) const
    {
        return of_groups[std::size_t{from_group} * groups + to_group];
    }
};

/// Proves all pairs. Destinations that all switches send to alike are looked at once, and so are endpoints that share
/// everything; no path is ever spelt out. `grades` is filled where it is not null.
[[nodiscard]] AllPairs prove_all_pairs(
    const FabricProof& proof, const Parts& parts = {}, PairGrades* grades = nullptr);

}
