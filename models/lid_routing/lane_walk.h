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

/// The packets that take a LaneTurn.
struct LaneCause {
    std::vector<Lid> lids; ///< ascending
    std::uint16_t sls = 0; ///< a bit for each service level
    std::uint32_t source = none; ///< a switch where packets for the first LID enter
};

/// The service levels that packets may have.
enum class ServiceLevels : std::uint8_t {
    any, ///< any service level
    of_paths, ///< the level that the subnet administrator returns for their path: Subnet::paths
};

struct LaneTurns {
    std::vector<LaneTurn> turns; ///< ascending
    std::size_t unknown = 0; ///< turns with an unknown ingress or egress lane
    std::size_t pairs = 0; ///< pairs of end nodes' addresses
    std::size_t pairs_without_path = 0; ///< with ServiceLevels::of_paths: pairs whose packets were left out
};

/// How to treat the lane of packets on a port whose SL to VL map was not captured.
enum class UnknownMaps : std::uint8_t {
    unknown, ///< the lane is unknown
    keep_level, ///< the lane has the number of the service level, the default of subnet managers
};

/// Follows packets through forwarding tables and SL to VL maps.
class LaneWalk {
public:
    /// Considers only turns between channels in `within`: without a ring of channels there is no ring of
    /// lanes.
    LaneWalk(const SubnetGraph& graph,
        const std::vector<bool>& within,
        ServiceLevels levels,
        bool management,
        UnknownMaps unknown_maps = UnknownMaps::unknown);
    [[nodiscard]] LaneTurns turns() const;
    /// For each of the turns, the packets that take it.
    [[nodiscard]] std::vector<LaneCause> causes(const std::vector<LaneTurn>& turns) const;

    static constexpr std::uint8_t service_levels = 16;
    /// By service level: its lane on every channel, or unknown_lane if that differs or is unknown.
    [[nodiscard]] std::array<std::uint8_t, service_levels> lanes_of_levels() const;

    static constexpr std::uint8_t unknown_lane = 0xff;
    /// The lane to which a map sends SLs whose packets are dropped; no data waits in it (IBA volume 1,
    /// 7.6.6).
    static constexpr std::uint8_t dropped = 15;

private:
    struct Source {
        std::uint32_t at = none; ///< switch
        std::uint8_t in = 0; ///< ingress port of the packets; 0: the switch's own
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
    std::vector<std::uint16_t> alike_; ///< sets of service levels that all maps treat the same
    std::vector<Source> ends_; ///< ports of end nodes
    std::vector<Source> own_; ///< management ports
    std::vector<std::vector<std::uint32_t>> paths_to_; ///< by LID: indices of Subnet::paths
};

}
