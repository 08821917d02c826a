// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/lid_routing/table_walk.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace rocelint::lid_routing {

/// The buffer of one virtual lane at the far end of a channel.
struct Lane {
    std::uint32_t channel = none;
    std::uint8_t vl = 0;
    friend constexpr auto operator<=>(const Lane&, const Lane&) = default;
};

/// Packets in one buffer wait for room in another.
struct LaneTurn {
    Lane from;
    Lane to;
    friend constexpr auto operator<=>(const LaneTurn&, const LaneTurn&) = default;
};

/// Which packets take a LaneTurn.
struct LaneCause {
    std::vector<Lid> lids; ///< ascending
    std::uint16_t sls = 0; ///< a bit for each service level
    std::uint32_t source = none; ///< a switch where packets for the first of them enter
};

/// Which service levels packets have.
enum class ServiceLevels : std::uint8_t {
    any, ///< each may have any
    of_paths, ///< that which the subnet administrator gives out for their path: Subnet::paths
};

struct LaneTurns {
    std::vector<LaneTurn> turns; ///< ascending
    std::size_t unknown = 0; ///< turns of which it is not known which lane packets come in or go on by
    std::size_t pairs = 0; ///< of end nodes' addresses
    std::size_t pairs_without_path = 0; ///< with ServiceLevels::of_paths: whose packets were left out
};

/// What happens to the lane of packets on a port whose SL to VL map was not captured.
enum class UnknownMaps : std::uint8_t {
    unknown, ///< the lane is not known
    keep_level, ///< the lane has the number of the service level, as subnet managers set it by default
};

/// Follows packets through forwarding tables and SL to VL maps.
class LaneWalk {
public:
    /// Only turns between channels of `within` are told: where no ring of channels is, none of lanes can be.
    LaneWalk(const SubnetGraph& graph,
        const std::vector<bool>& within,
        ServiceLevels levels,
        bool management,
        UnknownMaps unknown_maps = UnknownMaps::unknown);
    [[nodiscard]] LaneTurns turns() const;
    /// For each of the turns, which packets take it.
    [[nodiscard]] std::vector<LaneCause> causes(const std::vector<LaneTurn>& turns) const;

    static constexpr std::uint8_t service_levels = 16;
    /// By service level: the lane that it has on every channel, or unknown_lane where that differs or is not known.
    [[nodiscard]] std::array<std::uint8_t, service_levels> lanes_of_levels() const;

    static constexpr std::uint8_t unknown_lane = 0xff;
    /// SLs whose packets are dropped by a map are in this one; no data waits there (IBA volume 1, 7.6.6).
    static constexpr std::uint8_t dropped = 15;

private:
    struct Source {
        std::uint32_t at = none; ///< switch
        std::uint8_t in = 0; ///< port by which packets enter; 0: its own
    };
    struct Walker;
    [[nodiscard]] std::uint8_t lane(std::uint32_t channel, std::uint8_t in, std::uint8_t sl) const;
    void group_levels();
    void collect_sources();
    [[nodiscard]] std::map<std::uint16_t, std::vector<Source>> sources_of(const Target& target) const;
    void count_pairs(LaneTurns& found) const;
    template <class Visit>
    std::size_t each_turn(Visit&& visit) const;

    const SubnetGraph* graph_;
    const std::vector<bool>* within_;
    ServiceLevels levels_;
    bool management_;
    UnknownMaps unknown_maps_;
    std::vector<std::uint16_t> alike_; ///< sets of service levels that all maps treat alike
    std::vector<Source> ends_; ///< ports of end nodes
    std::vector<Source> own_; ///< management ports
    std::vector<std::vector<std::uint32_t>> paths_to_; ///< by LID: indices of Subnet::paths
};

}
