// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/lid_routing/turn_matrix.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::lid_routing {

/// The turns that a routing engine can make packets take, if no forwarding tables show the actual turns.
struct EngineTurns {
    /// All turns that the engine's rules allow: if these close no ring, no table of the engine does.
    TurnMatrix possible;
    /// The turns that the engine cannot avoid: if these close a ring, every table of the engine does.
    TurnMatrix certain;
    /// The first pair (from, to) of switches with end nodes that the rules leave without a path, and the
    /// number of such pairs.
    std::pair<std::uint32_t, std::uint32_t> cut_off{none, none};
    std::uint64_t cut_off_pairs = 0;
    void add_cut_off(std::uint32_t from, std::uint32_t to, std::uint64_t pairs = 1)
    {
        if (pairs != 0)
            cut_off = std::min(cut_off, std::pair(from, to));
        cut_off_pairs += pairs;
    }
};

/// Which minimum-hop paths an engine uses (opensm(8), ROUTING; osm_ucast_updn.c, osm_ucast_dnup.c,
/// osm_switch.c).
enum class HopRule : std::uint8_t {
    shortest, ///< any of several equally short paths: minhop
    /// of those, the path through the lowest-numbered port, by any of the cables to that neighbor: dor
    lowest_port,
    up_down, ///< no step up after a step down, where rank 0 is the roots: updn
    /// the same with rank 0 for the switches with end nodes, and with any step between equal ranks: dnup
    down_up,
};

/// The turns of an engine that uses minimum-hop paths. `rank` is by switch, none for a switch that is left
/// out; only up_down and down_up use it.
[[nodiscard]] EngineTurns turns_of_hops(
    const SubnetGraph& graph, HopRule rule, std::span<const std::uint32_t> rank = {});

/// All paths that go up, then down by these ranks, without cables between equal ranks: ftree.
[[nodiscard]] EngineTurns turns_of_ranks(const SubnetGraph& graph, std::span<const std::uint32_t> rank);

/// Distance of each switch from the nearest of these, or none.
[[nodiscard]] std::vector<std::uint32_t> distances_from(
    const SubnetGraph& graph, std::span<const std::uint32_t> switches);

/// Why the ftree engine cannot route a tree of these ranks without a root_guid_file (opensm(8), "Fat-tree
/// Routing Algorithm"): a clause, or empty if it can.
[[nodiscard]] std::string why_no_pure_fat_tree(const SubnetGraph& graph, std::span<const std::uint32_t> rank);

}
