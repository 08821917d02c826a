// SPDX-License-Identifier: Apache-2.0
// Up/down routing under all its names: switches have ranks, and no packet goes up after it went down.
#include "models/lid_routing/engine_turns.h"
#include "models/parallel/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::lid_routing {
namespace {

// Switches whose packets reach the target by paths that go up, then down.
std::vector<bool> reached_from(
    const SubnetGraph& graph, std::span<const std::uint32_t> rank, std::uint32_t target)
{
    // Search backward from the target. Even states: packets may have come down last; odd states: they have
    // only gone up so far.
    std::vector<bool> seen(std::size_t{graph.switch_count()} * 2, false);
    std::vector<std::uint32_t> queue{target * 2};
    seen[target * 2] = true;
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t one = queue[at] / 2;
        const bool only_up = queue[at] % 2 == 1;
        for (std::uint32_t out = graph.first_channel(one); out < graph.first_channel(one + 1); ++out) {
            const std::uint32_t before = graph.channels()[out].to;
            if (rank[before] == none || rank[before] == rank[one])
                continue;
            const bool up = rank[before] > rank[one];
            const std::uint32_t state = before * 2 + (up ? 1U : 0U);
            if ((only_up && !up) || seen[state])
                continue;
            seen[state] = true;
            queue.push_back(state);
        }
    }
    std::vector<bool> reached(graph.switch_count(), false);
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one)
        reached[one] = seen[std::size_t{one} * 2] || seen[std::size_t{one} * 2 + 1];
    return reached;
}

struct PortGroups {
    std::size_t groups = 0;
    std::size_t ports = 0; ///< ports in each group
    friend bool operator==(const PortGroups&, const PortGroups&) = default;
};

// Ports that lead to the same switch form a group. Returns false if the groups of one direction differ in
// size.
bool count_groups(const SubnetGraph& graph,
    std::span<const std::uint32_t> rank,
    std::uint32_t one,
    bool up,
    PortGroups& counted)
{
    std::map<std::uint32_t, std::size_t> ports;
    for (std::uint32_t out = graph.first_channel(one); out < graph.first_channel(one + 1); ++out) {
        const std::uint32_t to = graph.channels()[out].to;
        if ((rank[to] < rank[one]) == up && rank[to] != rank[one])
            ++ports[to];
    }
    counted = {ports.size(), ports.empty() ? 0 : ports.begin()->second};
    return std::ranges::all_of(ports, [&](const auto& group) { return group.second == counted.ports; });
}

}

EngineTurns turns_of_ranks(const SubnetGraph& graph, std::span<const std::uint32_t> rank)
{
    EngineTurns turns{TurnMatrix(graph), TurnMatrix(graph)};
    const auto has_rank = [&](std::uint32_t from, std::uint32_t to) {
        return rank[from] != none && rank[to] != none && rank[from] != rank[to];
    };
    for (std::uint32_t in = 0; in < graph.channels().size(); ++in) {
        const SubnetChannel& before = graph.channels()[in];
        if (!has_rank(before.from, before.to))
            continue;
        const bool went_down = rank[before.from] < rank[before.to];
        for (std::uint32_t out = graph.first_channel(before.to); out < graph.first_channel(before.to + 1);
             ++out) {
            const std::uint32_t to = graph.channels()[out].to;
            if (to != before.from && has_rank(before.to, to) && !(went_down && rank[before.to] > rank[to]))
                turns.possible.add(in, out);
        }
    }
    struct CutOff {
        std::uint32_t first = none;
        std::uint64_t count = 0;
    };
    std::vector<CutOff> cut_off(graph.switch_count());
    run_parallel(graph.switch_count(), [&](std::size_t target) {
        if (!graph.has_end_nodes(static_cast<std::uint32_t>(target)) || rank[target] == none)
            return;
        const std::vector<bool> reached = reached_from(graph, rank, static_cast<std::uint32_t>(target));
        for (std::uint32_t from = 0; from < graph.switch_count(); ++from) {
            if (!graph.has_end_nodes(from) || reached[from])
                continue;
            cut_off[target].first = std::min(cut_off[target].first, from);
            ++cut_off[target].count;
        }
    });
    for (std::uint32_t target = 0; target < graph.switch_count(); ++target)
        turns.add_cut_off(cut_off[target].first, target, cut_off[target].count);
    return turns;
}

std::string why_no_pure_fat_tree(const SubnetGraph& graph, std::span<const std::uint32_t> rank)
{
    constexpr std::uint32_t fewest_ranks = 2;
    constexpr std::uint32_t most_ranks = 8;
    std::uint32_t last = 0;
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one) {
        if (rank[one] == none)
            return fmt::format(
                "{} is not connected to the tree", graph.subnet().node_name(graph.node_of(one)));
        last = std::max(last, rank[one]);
    }
    if (last + 1 < fewest_ranks || last + 1 > most_ranks)
        return fmt::format("it has {} rank{}, not two to eight", last + 1, last == 0 ? "" : "s");
    std::vector<std::uint32_t> first(last + 1, none); // first switch of each rank
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one) {
        const std::string name = graph.subnet().node_name(graph.node_of(one));
        if (graph.has_end_nodes(one) != (rank[one] == last))
            return rank[one] == last ? name + " has no end nodes, unlike other switches of the lowest rank"
                                     : name + " has end nodes, though it is not of the lowest rank";
        for (std::uint32_t out = graph.first_channel(one); out < graph.first_channel(one + 1); ++out) {
            if (rank[graph.channels()[out].to] == rank[one])
                return fmt::format("{} and {} are connected, though of the same rank",
                    name,
                    graph.subnet().node_name(graph.node_of(graph.channels()[out].to)));
        }
        const std::uint32_t other = first[rank[one]] == none ? one : first[rank[one]];
        first[rank[one]] = other;
        for (const bool up : {true, false}) {
            PortGroups here;
            PortGroups there;
            const bool even = count_groups(graph, rank, one, up, here);
            count_groups(graph, rank, other, up, there);
            if (!even)
                return fmt::format(
                    "{} has more ports to one {} switch than to another", name, up ? "upper" : "lower");
            if (here != there)
                return fmt::format("{} and {} are of the same rank and have different ports {}",
                    graph.subnet().node_name(graph.node_of(other)),
                    name,
                    up ? "up" : "down");
        }
    }
    return {};
}

}
