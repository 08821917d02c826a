// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts/tiers.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// The switches whose uplinks belong together: of one tier, in one plane of one connected part of a fabric.
struct TierKey {
    std::uint32_t component = 0; ///< Tiers::component
    std::uint32_t tier = 0;
    std::string_view plane; ///< empty: the fabric has none
    friend auto operator<=>(const TierKey&, const TierKey&) = default;
};
[[nodiscard]] TierKey key_of(const Tiers& tiers, const SwitchCables& cables);

/// Bandwidth below a switch and, for each switch above, the bandwidth to it. Units as in TierCapacity.
struct SwitchUplinks {
    std::uint64_t down = 0;
    std::uint64_t up = 0;
    std::map<std::string_view, std::uint64_t> to;

    /// The remaining upward bandwidth without this switch above.
    [[nodiscard]] std::uint64_t without(std::string_view spine) const;
    /// The remaining upward bandwidth after the loss of the costliest switch above.
    [[nodiscard]] std::uint64_t after_worst_loss() const;
};
/// No value if where a cable leads or a speed is not known (SwitchCables::open_port, capacity).
[[nodiscard]] std::optional<SwitchUplinks> uplinks_of(const SwitchCables& cables);

/// The uplinks of the switches of one tier, in one plane of one connected part of a fabric. Bandwidths are in
/// bits per second and one direction.
struct TierCapacity {
    std::uint32_t component = 0; ///< Tiers::component
    std::uint32_t tier = 0;
    std::string plane; ///< empty: the fabric has none
    std::uint32_t switches = 0; ///< with RDMA below and uplinks
    std::uint64_t down = 0; ///< of all its switches
    std::uint64_t up = 0;
    /// The upper bound of the traffic across the tier: the smaller of both directions of each switch, summed
    /// up.
    std::uint64_t through = 0;
    /// The smallest share of its own downward bandwidth that a switch has upwards; 1 at most. A synchronous
    /// job runs at the pace of this switch.
    double least_share = 1;
    bool assumes_hosts = false; ///< the devices below its switches are assumed to be hosts
    /// Why the capacity is not known; empty if it is known. If it is not, the bandwidths above are too low.
    std::string unknown;

    /// The bandwidth from one half of the hosts to the other, unless a tier above is narrower.
    [[nodiscard]] std::uint64_t bisection() const { return through / 2; }
    /// `bisection()` if no switch were oversubscribed.
    [[nodiscard]] std::uint64_t full_bisection() const { return down / 2; }
};

/// The capacity that a tier keeps after the worst loss of one switch above it.
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
