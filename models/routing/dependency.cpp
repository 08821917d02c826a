// SPDX-License-Identifier: Apache-2.0
// A deadlock is a cycle of buffers that wait for each other (Dally and Seitz 1987). The graph contains
// neither ports nor packets, so that Tarjan's algorithm can be tested on plain numbers.
#include "models/routing/dependency.h"

#include <algorithm>

namespace rocelint::routing {
namespace {

constexpr std::uint32_t unseen = 0xffffffffU;

// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) with an explicit stack, because a
// path may be as long as the fabric has buffers.
class ComponentSearch {
public:
    explicit ComponentSearch(const DependencyGraph& graph)
        : graph_(graph)
        , index_(graph.vertex_count(), unseen)
        , low_(graph.vertex_count(), 0)
        , on_stack_(graph.vertex_count(), false)
    {
    }

    std::vector<std::vector<std::uint32_t>> run()
    {
        for (std::uint32_t vertex = 0; vertex < graph_.vertex_count(); ++vertex) {
            if (index_[vertex] == unseen)
                search_from(vertex);
        }
        std::ranges::sort(
            components_, {}, [](const std::vector<std::uint32_t>& component) { return component.front(); });
        return std::move(components_);
    }

private:
    struct Visit {
        std::uint32_t vertex;
        std::uint32_t next_edge;
    };

    void enter(std::uint32_t vertex)
    {
        index_[vertex] = low_[vertex] = counter_++;
        stack_.push_back(vertex);
        on_stack_[vertex] = true;
        visits_.push_back({vertex, 0});
    }

    void search_from(std::uint32_t root)
    {
        enter(root);
        while (!visits_.empty()) {
            const std::uint32_t vertex = visits_.back().vertex;
            const auto next = graph_.next(vertex);
            if (visits_.back().next_edge < next.size()) {
                const std::uint32_t other = next[visits_.back().next_edge++];
                if (index_[other] == unseen)
                    enter(other);
                else if (on_stack_[other])
                    low_[vertex] = std::min(low_[vertex], index_[other]);
                continue;
            }
            visits_.pop_back();
            if (!visits_.empty())
                low_[visits_.back().vertex] = std::min(low_[visits_.back().vertex], low_[vertex]);
            if (low_[vertex] == index_[vertex])
                leave_component(vertex);
        }
    }

    void leave_component(std::uint32_t root)
    {
        auto begin = stack_.end();
        do {
            --begin;
            on_stack_[*begin] = false;
        } while (*begin != root);
        const bool waits_for_itself = std::ranges::binary_search(graph_.next(root), root);
        if (stack_.end() - begin > 1 || waits_for_itself) {
            components_.emplace_back(begin, stack_.end());
            std::ranges::sort(components_.back());
        }
        stack_.erase(begin, stack_.end());
    }

    const DependencyGraph& graph_;
    std::uint32_t counter_ = 0;
    std::vector<std::uint32_t> index_;
    std::vector<std::uint32_t> low_;
    std::vector<bool> on_stack_;
    std::vector<std::uint32_t> stack_;
    std::vector<Visit> visits_;
    std::vector<std::vector<std::uint32_t>> components_;
};

// Breadth-first searches that share their arrays: each clears only what the last one touched.
class CycleSearch {
public:
    explicit CycleSearch(const DependencyGraph& graph) : graph_(graph), parent_(graph.vertex_count(), unseen)
    {
    }

    // The shortest path from `start` back to itself if it has fewer than `limit` vertices, else nothing.
    std::vector<std::uint32_t> from(std::uint32_t start, std::size_t limit)
    {
        queue_.assign(1, start);
        std::vector<std::uint32_t> cycle;
        std::size_t level_end = 1;
        std::size_t length = 1;
        for (std::size_t at = 0; at < queue_.size() && length < limit && cycle.empty(); ++at) {
            cycle = visit(queue_[at], start);
            if (at + 1 == level_end) {
                level_end = queue_.size();
                ++length;
            }
        }
        for (const std::uint32_t vertex : queue_)
            parent_[vertex] = unseen;
        return cycle;
    }

private:
    std::vector<std::uint32_t> visit(std::uint32_t vertex, std::uint32_t start)
    {
        for (const std::uint32_t other : graph_.next(vertex)) {
            if (other == start)
                return way_to(vertex, start);
            if (parent_[other] != unseen)
                continue;
            parent_[other] = vertex;
            queue_.push_back(other);
        }
        return {};
    }

    [[nodiscard]] std::vector<std::uint32_t> way_to(std::uint32_t vertex, std::uint32_t start) const
    {
        std::vector<std::uint32_t> way{vertex};
        while (way.back() != start)
            way.push_back(parent_[way.back()]);
        std::ranges::reverse(way);
        return way;
    }

    const DependencyGraph& graph_;
    std::vector<std::uint32_t> parent_;
    std::vector<std::uint32_t> queue_;
};

}

DependencyGraph::DependencyGraph(std::uint32_t vertices, std::span<const Dependency> dependencies)
    : first_(vertices + std::size_t{1}, 0)
{
    // Counting sort by row, then each row is sorted.
    for (const Dependency& dependency : dependencies)
        ++first_[dependency.from + std::size_t{1}];
    for (std::size_t row = 1; row < first_.size(); ++row)
        first_[row] += first_[row - 1];
    std::vector<std::size_t> place(first_.begin(), first_.end() - 1);
    to_.resize(dependencies.size());
    for (const Dependency& dependency : dependencies)
        to_[place[dependency.from]++] = dependency.to;
    std::size_t kept = 0;
    for (std::size_t row = 0; row + 1 < first_.size(); ++row) {
        const std::size_t begin = first_[row];
        const std::size_t end = place[row];
        std::sort(
            to_.begin() + static_cast<std::ptrdiff_t>(begin), to_.begin() + static_cast<std::ptrdiff_t>(end));
        first_[row] = kept;
        for (std::size_t at = begin; at < end; ++at) {
            if (kept == first_[row] || to_[kept - 1] != to_[at])
                to_[kept++] = to_[at];
        }
    }
    first_.back() = kept;
    to_.resize(kept);
}

std::vector<std::vector<std::uint32_t>> cyclic_components(const DependencyGraph& graph)
{
    return ComponentSearch(graph).run();
}

std::vector<std::uint32_t> waiting_order(const DependencyGraph& graph)
{
    std::vector<std::uint32_t> waiters(graph.vertex_count(), 0);
    for (std::uint32_t vertex = 0; vertex < graph.vertex_count(); ++vertex) {
        for (const std::uint32_t next : graph.next(vertex))
            ++waiters[next];
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t vertex = 0; vertex < graph.vertex_count(); ++vertex) {
        if (waiters[vertex] == 0)
            order.push_back(vertex);
    }
    for (std::size_t at = 0; at < order.size(); ++at) {
        for (const std::uint32_t next : graph.next(order[at])) {
            if (--waiters[next] == 0)
                order.push_back(next);
        }
    }
    return order;
}

std::vector<std::uint32_t> shortest_cycle(const DependencyGraph& graph, std::span<const std::uint32_t> starts)
{
    CycleSearch search(graph);
    std::vector<std::uint32_t> best;
    std::size_t limit = graph.vertex_count() + std::size_t{1};
    for (const std::uint32_t start : starts) {
        std::vector<std::uint32_t> cycle = search.from(start, limit);
        if (cycle.empty())
            continue;
        best = std::move(cycle);
        limit = best.size();
        if (limit == 1)
            break;
    }
    return best;
}

}
