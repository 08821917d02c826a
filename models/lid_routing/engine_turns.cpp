// SPDX-License-Identifier: Apache-2.0
// Without tables, it is unknown which of several equivalent ports an engine chose. But its rules determine
// which turns are allowed and which are unavoidable, and often that is enough.
#include "models/lid_routing/engine_turns.h"

#include "models/parallel/parallel.h"

#include <algorithm>
#include <deque>
#include <functional>

namespace rocelint::lid_routing {
namespace {

constexpr std::size_t engine_parts = 16;

// The minimum-hop paths to one switch, as an engine counts them.
class LeastHops {
public:
    LeastHops(const SubnetGraph& graph, HopRule rule, std::span<const std::uint32_t> rank)
        : graph_(graph), rule_(rule), rank_(rank)
    {
    }

    void find(std::uint32_t target)
    {
        if (rule_ == HopRule::shortest || rule_ == HopRule::lowest_port) {
            const std::uint32_t one[] = {target};
            least_ = distances_from(graph_, one);
        } else {
            count_hops(target);
        }
        order_.clear();
        for (std::uint32_t at = 0; at < graph_.switch_count(); ++at) {
            if (least_[at] != none)
                order_.push_back(at);
        }
        std::ranges::stable_sort(order_, std::greater{}, [&](std::uint32_t at) { return least_[at]; });
    }

    [[nodiscard]] bool reaches(std::uint32_t from) const { return least_[from] != none; }

    // Adds the turns of packets from all switches with end nodes.
    void add_turns(EngineTurns& turns)
    {
        enters_.assign(graph_.switch_count(), {});
        for (const std::uint32_t at : order_) {
            const bool source = graph_.has_end_nodes(at);
            const Entered& entered = enters_[at];
            if (least_[at] == 0 || (!source && entered.possible.empty()))
                continue;
            find_ways(at);
            for (const std::uint32_t out : ways_) {
                for (const std::uint32_t in : entered.possible)
                    turns.possible.add(in, out);
                enters_[graph_.channels()[out].to].possible.push_back(out);
            }
            if (ways_.size() != 1 || (!source && entered.certain.empty()))
                continue;
            const std::uint32_t out = ways_.front();
            for (const std::uint32_t in : entered.certain)
                turns.certain.add(in, out);
            enters_[graph_.channels()[out].to].certain.push_back(out);
        }
    }

private:
    struct Entered {
        std::vector<std::uint32_t> possible; ///< channels
        std::vector<std::uint32_t> certain;
    };

    // The direction of a search step from one switch to another, as in updn_get_dir and dnup_get_dir of
    // opensm.
    enum class Step : std::uint8_t { up, down, equal };

    [[nodiscard]] Step step(std::uint32_t from, std::uint32_t to) const
    {
        if (rank_[from] != rank_[to])
            return rank_[from] < rank_[to] ? Step::down : Step::up;
        if (rule_ == HopRule::down_up)
            return Step::equal;
        // Between roots both directions are up; otherwise the switch with the higher GUID is below.
        return rank_[from] == 0 || guid(from) > guid(to) ? Step::up : Step::down;
    }

    [[nodiscard]] Guid guid(std::uint32_t one) const
    {
        return graph_.subnet().nodes[graph_.node_of(one)].guid;
    }

    // The breadth-first search of updn_bfs_by_node and dnup_bfs_by_node. It records hops by port, and visits
    // a switch again whenever another of its ports is reached.
    void count_hops(std::uint32_t target)
    {
        const bool up_down = rule_ == HopRule::up_down;
        hops_.assign(graph_.channels().size(), none);
        least_.assign(graph_.switch_count(), none);
        last_.assign(graph_.switch_count(), Step::up);
        waits_.assign(graph_.switch_count(), false);
        least_[target] = 0;
        last_[target] = up_down ? Step::up : Step::down;
        std::deque<std::uint32_t> queue{target};
        while (!queue.empty()) {
            const std::uint32_t at = queue.front();
            queue.pop_front();
            waits_[at] = false;
            for (std::uint32_t out = graph_.first_channel(at); out < graph_.first_channel(at + 1); ++out) {
                const std::uint32_t to = graph_.channels()[out].to;
                const std::uint32_t back = graph_.channels()[out].back;
                const Step next = step(at, to);
                const bool turns = up_down ? last_[at] == Step::down && next == Step::up
                                           : last_[at] == Step::up && next == Step::down;
                if (turns || back == none || rank_[to] == none || to == target
                    || hops_[back] <= least_[at] + 1)
                    continue;
                hops_[back] = least_[at] + 1;
                least_[to] = std::min(least_[to], hops_[back]);
                if (waits_[to])
                    continue;
                last_[to] = next;
                waits_[to] = true;
                queue.push_back(to);
            }
        }
    }

    void find_ways(std::uint32_t at)
    {
        ways_.clear();
        std::uint32_t neighbour = none;
        for (std::uint32_t out = graph_.first_channel(at); out < graph_.first_channel(at + 1); ++out) {
            const std::uint32_t to = graph_.channels()[out].to;
            const bool least = rule_ == HopRule::shortest || rule_ == HopRule::lowest_port
                ? least_[to] + 1 == least_[at]
                : hops_[out] == least_[at];
            if (!least || (rule_ == HopRule::lowest_port && neighbour != none && to != neighbour))
                continue;
            neighbour = to;
            ways_.push_back(out);
        }
    }

    const SubnetGraph& graph_;
    HopRule rule_;
    std::span<const std::uint32_t> rank_;
    std::vector<std::uint32_t> least_; ///< by switch
    std::vector<std::uint32_t> hops_; ///< by channel that leads toward the target
    std::vector<Step> last_; ///< by switch: direction of the last step to it
    std::vector<bool> waits_; ///< by switch: it is in the queue
    std::vector<std::uint32_t> order_; ///< switches, the farthest first
    std::vector<Entered> enters_; ///< by switch
    std::vector<std::uint32_t> ways_;
};

}

EngineTurns turns_of_hops(const SubnetGraph& graph, HopRule rule, std::span<const std::uint32_t> rank)
{
    std::vector<EngineTurns> made;
    for (std::size_t part = 0; part < engine_parts; ++part)
        made.push_back({TurnMatrix(graph), TurnMatrix(graph)});
    run_parallel(engine_parts, [&](std::size_t part) {
        LeastHops hops(graph, rule, rank);
        for (auto target = static_cast<std::uint32_t>(part); target < graph.switch_count();
             target += engine_parts) {
            if (!graph.has_end_nodes(target) || (!rank.empty() && rank[target] == none))
                continue;
            hops.find(target);
            hops.add_turns(made[part]);
            for (std::uint32_t from = 0; from < graph.switch_count(); ++from) {
                if (graph.has_end_nodes(from) && !hops.reaches(from))
                    made[part].add_cut_off(from, target);
            }
        }
    });
    for (std::size_t part = 1; part < engine_parts; ++part) {
        made.front().possible.merge(made[part].possible);
        made.front().certain.merge(made[part].certain);
        made.front().add_cut_off(
            made[part].cut_off.first, made[part].cut_off.second, made[part].cut_off_pairs);
    }
    return std::move(made.front());
}

std::vector<std::uint32_t> distances_from(const SubnetGraph& graph, std::span<const std::uint32_t> switches)
{
    std::vector<std::uint32_t> distance(graph.switch_count(), none);
    std::vector<std::uint32_t> queue;
    for (const std::uint32_t one : switches) {
        distance[one] = 0;
        queue.push_back(one);
    }
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t one = queue[at];
        for (std::uint32_t out = graph.first_channel(one); out < graph.first_channel(one + 1); ++out) {
            const std::uint32_t to = graph.channels()[out].to;
            if (distance[to] != none)
                continue;
            distance[to] = distance[one] + 1;
            queue.push_back(to);
        }
    }
    return distance;
}

}
