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

/// Which turns a routing engine can make packets take, where no forwarding tables show which it did.
struct EngineTurns {
    /// All that its rules allow: where these close no ring, none of its tables does.
    TurnMatrix possible;
    /// Those that it cannot do without: where these close a ring, all of its tables do.
    TurnMatrix certain;
    /// Switches with end nodes between which the rules allow no way: the first from and to, and how many pairs.
    std::pair<std::uint32_t, std::uint32_t> cut_off{none, none};
    std::uint64_t cut_off_pairs = 0;
    void add_cut_off(std::uint32_t from, std::uint32_t to, std::uint64_t pairs = 1)
    {
        if (pairs != 0)
            cut_off = std::min(cut_off, std::pair(from, to));
        cut_off_pairs += pairs;
    }
};

/// Which ways of least hops an engine takes (opensm(8), ROUTING; osm_ucast_updn.c, osm_ucast_dnup.c, osm_switch.c).
enum class HopRule : std::uint8_t {
    shortest, ///< any of several equally short ones: minhop
    lowest_port, ///< of those the one by the port with the lowest number, by any of the cables to that neighbour: dor
    up_down, ///< no step up after one down, rank 0 being the roots: updn
    down_up, ///< the same with rank 0 for the switches that end nodes hang on, and any step between equal ranks: dnup
};

/// The turns of an engine that takes ways of least hops. `rank` is by switch, none for one that is left out; only up_down
/// and down_up ask for it.
[[nodiscard]] EngineTurns turns_of_hops(
    const SubnetGraph& graph, HopRule rule, std::span<const std::uint32_t> rank = {});

/// All ways that go up, then down by these ranks, over no cable between equal ranks: ftree.
[[nodiscard]] EngineTurns turns_of_ranks(const SubnetGraph& graph, std::span<const std::uint32_t> rank);

/// Distance of each switch from the nearest of these, or none.
[[nodiscard]] std::vector<std::uint32_t> distances_from(
    const SubnetGraph& graph, std::span<const std::uint32_t> switches);

/// Why a tree of these ranks is none that the ftree engine routes without a root_guid_file (opensm(8), "Fat-tree Routing
/// Algorithm"): a clause, or empty if it is one.
[[nodiscard]] std::string why_no_pure_fat_tree(const SubnetGraph& graph, std::span<const std::uint32_t> rank);

}
