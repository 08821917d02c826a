// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/tiers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// The uplinks of the switches of one tier, in one plane of one connected part of a fabric. Bandwidths are in
/// bits per second and one direction.
struct TierCapacity {
    std::uint32_t component = 0; ///< Tiers::component
    std::uint32_t tier = 0;
    std::string plane; ///< empty: the fabric has none
    std::uint32_t switches = 0; ///< with RDMA below and uplinks
    std::uint64_t down = 0; ///< of all its switches
    std::uint64_t up = 0;
    /// What crosses the tier at most: the smaller of both directions of each switch, summed up.
    std::uint64_t through = 0;
    /// The smallest share of its own downward bandwidth that a switch has upwards; 1 at most. A synchronous
    /// job runs at the pace of this switch.
    double least_share = 1;
    bool assumes_hosts = false; ///< that what is below its switches is hosts is only assumed
    /// Why it is not known; empty if it is. The bandwidths are then too low.
    std::string unknown;

    /// Half of the hosts send to the other half: at most this, where nothing above is narrower.
    [[nodiscard]] std::uint64_t bisection() const { return through / 2; }
    /// `bisection()` if no switch were oversubscribed.
    [[nodiscard]] std::uint64_t full_bisection() const { return down / 2; }
};

/// What is left of a tier after the loss of the switch above it that costs it most.
struct SpineLoss {
    std::string spine; ///< its name; of several equal ones, the first by name
    std::uint32_t spines = 0; ///< switches above the tier
    std::uint64_t through = 0; ///< TierCapacity::through without this switch
    double least_share = 1; ///< TierCapacity::least_share without it
};

/// A tier that has uplinks.
struct TierUplinks {
    TierCapacity capacity;
    std::optional<SpineLoss> loss; ///< without a value if the capacity is unknown
};

/// All tiers with uplinks, ascending by component, tier and plane. Switches for storage hosts alone count too.
[[nodiscard]] std::vector<TierUplinks> tier_uplinks(const Tiers& tiers, const Fabric& fabric);

}
