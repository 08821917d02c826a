// SPDX-License-Identifier: Apache-2.0
#include "models/routing/turns.h"
#include "tests/fat_tree.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::routing {
namespace {

using rocelint::testing::FatTree;

std::vector<std::vector<bool>> host_ports(const Fabric& fabric)
{
    std::vector<std::vector<bool>> include;
    include.reserve(fabric.devices.size());
    for (const Device& device : fabric.devices)
        include.emplace_back(device.ports.size(), device.kind == DeviceKind::host);
    return include;
}

std::uint32_t index_of(const Fabric& fabric, std::string_view name) { return *fabric.find_device(name); }

std::vector<std::string> neighbours(const Graph& graph, std::span<const std::uint32_t> channels)
{
    std::vector<std::string> names;
    for (const std::uint32_t channel : channels)
        names.push_back(graph.fabric().devices[graph.to_device(channel)].name);
    std::ranges::sort(names);
    return names;
}

std::uint32_t class_of_host(const Graph& graph, const Destinations& destinations, std::string_view host)
{
    for (std::uint32_t index = 0; index < destinations.endpoints.size(); ++index) {
        if (destinations.endpoints[index].name == host)
            return destinations.class_of[index];
    }
    FAIL("no such host: ", host, graph.channel_count());
    return none;
}

}

TEST_SUITE("routing")
{
    TEST_CASE("hosts on one leaf are one destination class")
    {
        const Fabric fabric = make_fat_tree(FatTree{});
        const Graph graph(fabric);
        const Destinations destinations = find_destinations(graph, host_ports(fabric));
        CHECK(destinations.endpoints.size() == 16);
        CHECK(destinations.classes.size() == 8);
        CHECK(destinations.classes.front().endpoints.size() == 2);
    }

    TEST_CASE("packets go up by every equal-cost path and down by the only one")
    {
        const Fabric fabric = make_fat_tree(FatTree{});
        const Graph graph(fabric);
        const Destinations destinations = find_destinations(graph, host_ports(fabric));
        RouteFinder finder(graph, destinations);
        const Routes& routes = finder.find(class_of_host(graph, destinations, "host15"));
        using Names = std::vector<std::string>;
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "leaf0"))) == Names{"agg0", "agg1"});
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "agg0"))) == Names{"core0", "core1"});
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "core1"))) == Names{"agg6"});
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "agg6"))) == Names{"leaf7"});
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "leaf6"))) == Names{"agg6", "agg7"});
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "leaf7"))) == Names{"host14", "host15"});
    }

    TEST_CASE("a switch that a failure cuts off drops packets, and the others avoid it")
    {
        const Fabric fabric = make_fat_tree(FatTree{});
        const Graph graph(fabric);
        const Destinations destinations = find_destinations(graph, host_ports(fabric));
        RouteFinder finder(graph, destinations);
        const std::uint32_t agg = index_of(fabric, "agg6");
        Failures failures;
        failures.links.push_back(link_of(graph.out_of(PortId{agg, 1})));
        const Routes& routes = finder.find(class_of_host(graph, destinations, "host15"), failures);
        using Names = std::vector<std::string>;
        CHECK(routes.next_hops(agg).empty());
        CHECK(routes.next_hops(index_of(fabric, "core1")).empty());
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "leaf6"))) == Names{"agg7"});
        CHECK(neighbours(graph, routes.next_hops(index_of(fabric, "leaf0"))) == Names{"agg1"});
    }

    TEST_CASE("with an AS number per switch a path down and up again is a permitted detour")
    {
        const Fabric fabric = make_fat_tree(FatTree{.own_asns = true});
        const Graph graph(fabric);
        const Destinations destinations = find_destinations(graph, host_ports(fabric));
        RouteFinder finder(graph, destinations);
        const std::uint32_t agg = index_of(fabric, "agg6");
        Failures failures;
        failures.links.push_back(link_of(graph.out_of(PortId{agg, 1})));
        const Routes& routes = finder.find(class_of_host(graph, destinations, "host15"), failures);
        CHECK(routes.source(agg) == RouteSource::valley);
        CHECK(neighbours(graph, routes.next_hops(agg)) == std::vector<std::string>{"leaf6"});
    }

    TEST_CASE("the turns in use are some of those that go up, then down")
    {
        const Fabric fabric = make_fat_tree(FatTree{});
        const Graph graph(fabric);
        const Destinations destinations = find_destinations(graph, host_ports(fabric));
        const TurnTable used = turns_in_use(graph, destinations);
        const TurnTable possible = up_down_turns(graph);
        for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
            const std::uint32_t ports = graph.is_switch(device)
                ? static_cast<std::uint32_t>(fabric.devices[device].ports.size())
                : 0;
            for (std::uint32_t in = 0; in < ports; ++in) {
                for (std::uint32_t out = 0; out < ports; ++out)
                    CHECK((!used.has({device, in}, out) || possible.has({device, in}, out)));
            }
        }
        // A leaf: 2 hosts to each other and to 2 uplinks, 2 uplinks to 2 hosts. An aggregation switch: 2 leaves to
        // each other and to 2 cores, and back. A core: 4 pods to the 3 others.
        // The ports to hosts share a row.
        CHECK(used.count() == 8 * (4 + 4) + 8 * (2 + 4 + 4) + 4 * 12);
        CHECK(possible.count() == used.count());
    }

    TEST_CASE("without a tier packets take the shortest paths")
    {
        std::vector<Device> devices(2);
        Topology topology;
        topology.path = "topology.yaml";
        for (std::uint32_t index = 0; index < 2; ++index) {
            devices[index].name = index == 0 ? "a" : "b";
            devices[index].ports.resize(2);
            devices[index].ports[0].name = "p0";
            devices[index].ports[1].name = "p1";
        }
        topology.links.push_back({"a", "p0", "b", "p0", {}, {}, {}});
        const Fabric fabric = link(std::move(devices), {}, std::move(topology));
        const Graph graph(fabric);
        const Destinations destinations = find_destinations(graph, {{false, true}, {false, true}});
        REQUIRE(destinations.classes.size() == 2);
        RouteFinder finder(graph, destinations);
        const Routes& routes = finder.find(destinations.class_of[1]);
        CHECK(routes.source(0) == RouteSource::shortest);
        CHECK(neighbours(graph, routes.next_hops(0)) == std::vector<std::string>{"b"});
    }
}

}
