// SPDX-License-Identifier: Apache-2.0
#include "models/routing/dependency.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace rocelint::routing {
namespace {

using Components = std::vector<std::vector<std::uint32_t>>;
using Cycle = std::vector<std::uint32_t>;

Cycle shortest_of_all(const DependencyGraph& graph)
{
    Cycle starts(graph.vertex_count());
    std::iota(starts.begin(), starts.end(), 0U);
    return shortest_cycle(graph, starts);
}

// The definition of a cycle: a vertex that reaches itself.
bool reaches_itself(const DependencyGraph& graph, std::uint32_t start)
{
    std::vector<bool> seen(graph.vertex_count(), false);
    std::vector<std::uint32_t> waiting{start};
    while (!waiting.empty()) {
        const std::uint32_t vertex = waiting.back();
        waiting.pop_back();
        for (const std::uint32_t next : graph.next(vertex)) {
            if (next == start)
                return true;
            if (!seen[next])
                waiting.push_back(next);
            seen[next] = true;
        }
    }
    return false;
}

TEST_CASE("a graph without a cycle has no cyclic component")
{
    const std::vector<Dependency> edges{{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    const DependencyGraph graph(4, edges);
    CHECK(cyclic_components(graph).empty());
    CHECK(shortest_of_all(graph).empty());
}

TEST_CASE("an empty graph has no cycle")
{
    const DependencyGraph graph(0, {});
    CHECK(graph.vertex_count() == 0);
    CHECK(cyclic_components(graph).empty());
    CHECK(cyclic_components(DependencyGraph{}).empty());
}

TEST_CASE("a repeated dependency counts once and rows ascend")
{
    const std::vector<Dependency> edges{{1, 2}, {0, 2}, {1, 0}, {1, 2}, {0, 2}};
    const DependencyGraph graph(3, edges);
    CHECK(graph.edge_count() == 3);
    CHECK(std::ranges::equal(graph.next(1), std::vector<std::uint32_t>{0, 2}));
    CHECK(graph.next(2).empty());
}

TEST_CASE("a buffer that waits for itself is a cycle of one")
{
    const std::vector<Dependency> edges{{0, 1}, {1, 1}};
    const DependencyGraph graph(2, edges);
    CHECK(cyclic_components(graph) == Components{{1}});
    CHECK(shortest_of_all(graph) == Cycle{1});
}

TEST_CASE("two rings that touch are one component, and the shorter ring is found")
{
    const std::vector<Dependency> edges{
        {0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {4, 5}, {5, 2}, {6, 0}, {5, 7}};
    const DependencyGraph graph(8, edges);
    CHECK(cyclic_components(graph) == Components{{0, 1, 2, 3, 4, 5}});
    CHECK(shortest_of_all(graph) == Cycle{2, 4, 5});
    CHECK(shortest_cycle(graph, std::vector<std::uint32_t>{0}) == Cycle{0, 1, 2, 3});
    CHECK(shortest_cycle(graph, std::vector<std::uint32_t>{6, 7}).empty());
}

TEST_CASE("separate rings are separate components, in the order of their first vertices")
{
    const std::vector<Dependency> edges{{5, 2}, {2, 5}, {4, 0}, {0, 4}, {0, 2}};
    CHECK(cyclic_components(DependencyGraph(6, edges)) == Components{{0, 4}, {2, 5}});
}

TEST_CASE("vertices that are not behind a cycle have an order")
{
    const std::vector<Dependency> edges{{3, 0}, {0, 2}, {3, 2}, {1, 4}, {4, 1}, {4, 5}};
    CHECK(waiting_order(DependencyGraph(6, edges)) == Cycle{3, 0, 2});
}

TEST_CASE("a chain of a million buffers does not exhaust the stack")
{
    constexpr std::uint32_t size = 1'000'000;
    std::vector<Dependency> edges;
    for (std::uint32_t vertex = 0; vertex < size; ++vertex)
        edges.push_back({vertex, (vertex + 1) % size});
    const DependencyGraph graph(size, edges);
    const Components components = cyclic_components(graph);
    REQUIRE(components.size() == 1);
    CHECK(components.front().size() == size);
    CHECK(shortest_cycle(graph, std::vector<std::uint32_t>{7}).size() == size);
}

TEST_CASE(
    "the vertices of cyclic components are those that reach themselves, and a new edge never removes a cycle")
{
    std::mt19937 random(20260101);
    for (int round = 0; round < 200; ++round) {
        const auto size = static_cast<std::uint32_t>(2 + random() % 12);
        std::vector<Dependency> edges;
        std::vector<bool> on_cycle(size, false);
        std::size_t shortest = size + 1;
        for (std::uint32_t count = 0; count < size * 2; ++count) {
            edges.push_back(
                {static_cast<std::uint32_t>(random() % size), static_cast<std::uint32_t>(random() % size)});
            const DependencyGraph graph(size, edges);
            std::vector<bool> now(size, false);
            for (const Cycle& component : cyclic_components(graph)) {
                for (const std::uint32_t vertex : component)
                    now[vertex] = true;
            }
            for (std::uint32_t vertex = 0; vertex < size; ++vertex) {
                REQUIRE(now[vertex] == reaches_itself(graph, vertex));
                REQUIRE((now[vertex] || !on_cycle[vertex]));
            }
            const Cycle cycle = shortest_of_all(graph);
            const bool any = std::ranges::find(now, true) != now.end();
            REQUIRE(cycle.empty() == !any);
            if (any) {
                REQUIRE(cycle.size() <= shortest);
                shortest = cycle.size();
                for (std::size_t at = 0; at < cycle.size(); ++at)
                    REQUIRE(
                        std::ranges::binary_search(graph.next(cycle[at]), cycle[(at + 1) % cycle.size()]));
            }
            on_cycle = now;
        }
    }
}

}
}
