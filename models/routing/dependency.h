// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rocelint::routing {

/// One buffer waits for another: packets in `from` can leave only when `to` has room.
struct Dependency {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    friend constexpr auto operator<=>(const Dependency&, const Dependency&) = default;
};

/// A directed graph of buffers in compressed rows. Vertices are numbers whose meaning the caller defines.
class DependencyGraph {
public:
    DependencyGraph() = default;
    /// Repeated dependencies count once. Both ends must be below `vertices`.
    DependencyGraph(std::uint32_t vertices, std::span<const Dependency> dependencies);

    [[nodiscard]] std::uint32_t vertex_count() const
    {
        return static_cast<std::uint32_t>(first_.empty() ? 0 : first_.size() - 1);
    }
    [[nodiscard]] std::size_t edge_count() const { return to_.size(); }
    /// The vertices that this one waits for, ascending.
    [[nodiscard]] std::span<const std::uint32_t> next(std::uint32_t vertex) const
    {
        return {to_.data() + first_[vertex], first_[vertex + 1] - first_[vertex]};
    }

private:
    std::vector<std::size_t> first_;
    std::vector<std::uint32_t> to_;
};

/// The strongly connected components that contain a cycle. The vertices of each ascend, and the components
/// are in the order of their first vertices. An empty result means that there is no cycle, so no deadlock.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> cyclic_components(const DependencyGraph& graph);

/// The vertices in an order in which each comes before the vertices it waits for. Leaves out vertices on
/// cycles and those that cycles lead to.
[[nodiscard]] std::vector<std::uint32_t> waiting_order(const DependencyGraph& graph);

/// The shortest cycle through one of `starts`, beginning there; of several equally short cycles, the one of
/// the earliest start. Empty if none of them lies on a cycle. Costs one search of the graph per start.
[[nodiscard]] std::vector<std::uint32_t> shortest_cycle(
    const DependencyGraph& graph, std::span<const std::uint32_t> starts);

}
