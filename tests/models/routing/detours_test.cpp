// SPDX-License-Identifier: Apache-2.0
#include "models/routing/routes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint::routing {
namespace {

// Two leaves that form an MLAG pair and a third leaf, under two spines. One host is dual-homed to the pair, another connects to
// the third leaf.
class Pair {
public:
    Pair()
    {
        for (const char* name : {"leaf1", "leaf2", "leaf3"})
            add(name, Role::leaf, DeviceKind::network_switch);
        for (const char* name : {"spine1", "spine2"})
            add(name, Role::spine, DeviceKind::network_switch);
        add("pair-host", Role::host, DeviceKind::host);
        add("far-host", Role::host, DeviceKind::host);
        for (const std::uint32_t leaf : {0U, 1U, 2U}) {
            cable(leaf, 0, 3, leaf);
            cable(leaf, 1, 4, leaf);
        }
        cable(0, 2, 1, 2);
        cable(0, 3, 5, 0);
        cable(1, 3, 5, 1);
        cable(2, 3, 6, 0);
        devices_[5].ports[0].lag = devices_[5].ports[1].lag = 2;
        devices_[5].ports[2].kind = PortKind::lag;
        for (const std::uint32_t leaf : {0U, 1U})
            devices_[leaf].forwarding.mlag_peer_link = {2, devices_[leaf].origins.explicit_at({0, 7, 1})};
        address(5, 2, "10.0.1.5/24");
        address(6, 0, "10.0.3.5/24");
        address(0, 5, "10.0.1.2/24");
        address(1, 5, "10.0.1.3/24");
        address(1, 2, "10.9.0.1/31");
    }

    void address(std::uint32_t device, std::uint32_t port, std::string_view text)
    {
        devices_[device].forwarding.addresses.push_back({port, *parse_prefix(text), {}});
    }
    void route(std::uint32_t device, std::string_view to, std::string_view via)
    {
        devices_[device].forwarding.routes.push_back(
            {.to = *parse_prefix(to), .via = parse_address(via), .at = {0, 3, 1}});
    }
    void shut(std::uint32_t device, std::uint32_t port)
    {
        devices_[device].ports[port].admin_up = {false, devices_[device].origins.explicit_at({0, 5, 1})};
    }
    Fabric fabric() { return link(std::move(devices_), {}, std::move(topology_)); }

private:
    void add(std::string name, Role role, DeviceKind kind)
    {
        Device& device = devices_.emplace_back();
        device.name = std::move(name);
        device.name_is_configured = true;
        device.kind = kind;
        device.role = {role, device.origins.explicit_at({0, 1, 1})};
        device.ports.resize(6);
        static constexpr std::string_view names[] = {"p0", "p1", "p2", "p3", "p4", "p5"};
        for (std::size_t port = 0; port < device.ports.size(); ++port)
            device.ports[port].name = names[port];
    }

    void cable(std::uint32_t a, std::uint32_t a_port, std::uint32_t b, std::uint32_t b_port)
    {
        topology_.path = "topology.yaml";
        topology_.links.push_back({devices_[a].name,
            std::string(devices_[a].ports[a_port].name),
            devices_[b].name,
            std::string(devices_[b].ports[b_port].name),
            {},
            {},
            {}});
    }

    std::vector<Device> devices_;
    Topology topology_;
};

struct Proof {
    explicit Proof(const Fabric& fabric) : graph(fabric)
    {
        std::vector<std::vector<bool>> include;
        include.reserve(fabric.devices.size());
        for (const Device& device : fabric.devices)
            include.emplace_back(device.ports.size(), device.kind == DeviceKind::host);
        destinations = find_destinations(graph, include);
    }

    const Routes& to(RouteFinder& finder, std::string_view host)
    {
        for (std::uint32_t index = 0; index < destinations.endpoints.size(); ++index) {
            if (destinations.endpoints[index].name == host)
                return finder.find(destinations.class_of[index]);
        }
        return finder.find(0);
    }

    std::string hops(const Routes& routes, std::uint32_t device)
    {
        std::vector<std::string> names;
        for (const std::uint32_t channel : routes.next_hops(device))
            names.push_back(graph.fabric().devices[graph.to_device(channel)].name);
        std::ranges::sort(names);
        std::string text;
        for (const std::string& name : names)
            text += (text.empty() ? "" : " ") + name;
        return text;
    }

    Graph graph;
    Destinations destinations;
};

}

TEST_SUITE("routing")
{
    TEST_CASE("a bond to two leaves is one endpoint behind both")
    {
        const Fabric fabric = Pair().fabric();
        Proof proof(fabric);
        REQUIRE(proof.destinations.endpoints.size() == 2);
        CHECK(proof.destinations.endpoints[0].attachments.size() == 2);
        RouteFinder finder(proof.graph, proof.destinations);
        const Routes& routes = proof.to(finder, "pair-host");
        CHECK(proof.hops(routes, 2) == "spine1 spine2");
        CHECK(proof.hops(routes, 3) == "leaf1 leaf2");
        CHECK(proof.hops(routes, 0) == "pair-host");
    }

    TEST_CASE("a leaf whose port to a dual-homed host is shut uses the peer link")
    {
        Pair pair;
        pair.shut(0, 3);
        const Fabric fabric = pair.fabric();
        Proof proof(fabric);
        RouteFinder finder(proof.graph, proof.destinations);
        const Routes& routes = proof.to(finder, "pair-host");
        CHECK(proof.hops(routes, 3) == "leaf1 leaf2");
        CHECK(proof.hops(routes, 0) == "leaf2");
        CHECK(routes.source(0) == RouteSource::mlag_peer_link);
        CHECK(routes.evidence(0).offset == 7);
        CHECK(proof.hops(routes, 1) == "pair-host");
    }

    TEST_CASE("a configured route as specific as the announced one is followed")
    {
        Pair pair;
        pair.address(2, 5, "10.0.3.1/24");
        pair.route(0, "10.0.3.0/24", "10.9.0.1");
        const Fabric fabric = pair.fabric();
        Proof proof(fabric);
        RouteFinder finder(proof.graph, proof.destinations);
        const Routes& routes = proof.to(finder, "far-host");
        CHECK(proof.hops(routes, 0) == "leaf2");
        CHECK(routes.source(0) == RouteSource::static_route);
        CHECK(routes.evidence(0).offset == 3);
        CHECK(proof.hops(routes, 1) == "spine1 spine2");
    }

    TEST_CASE("a configured route that is less specific than the announced one is not followed")
    {
        Pair pair;
        pair.address(2, 5, "10.0.3.1/24");
        pair.route(0, "10.0.0.0/16", "10.9.0.1");
        const Fabric fabric = pair.fabric();
        Proof proof(fabric);
        RouteFinder finder(proof.graph, proof.destinations);
        CHECK(proof.hops(proof.to(finder, "far-host"), 0) == "spine1 spine2");
    }

    TEST_CASE("a default route applies only if nothing else leads there")
    {
        Pair pair;
        pair.route(0, "0.0.0.0/0", "10.9.0.1");
        const Fabric fabric = pair.fabric();
        Proof proof(fabric);
        RouteFinder finder(proof.graph, proof.destinations);
        CHECK(proof.hops(proof.to(finder, "far-host"), 0) == "spine1 spine2");
        Failures failures;
        failures.links = {0, 1};
        CHECK(proof.hops(finder.find(proof.destinations.class_of[1], failures), 0) == "leaf2");
    }

    TEST_CASE("detours of a leaf that loses its uplinks lead over the peer link")
    {
        const Fabric fabric = Pair().fabric();
        Proof proof(fabric);
        RouteFinder finder(proof.graph, proof.destinations);
        static_cast<void>(proof.to(finder, "far-host"));
        Failures failures;
        failures.links = {0, 1};
        const std::vector<Detour> detours = finder.detours(0, failures);
        REQUIRE(detours.size() == 1);
        CHECK(detours.front().source == RouteSource::mlag_peer_link);
        CHECK(proof.graph.to_device(detours.front().channel) == 1);
    }

    TEST_CASE("prefixes and addresses of both families are read and written")
    {
        CHECK(to_string(*parse_prefix("10.1.2.3/24")) == "10.1.2.3/24");
        CHECK(to_string(*parse_prefix("2001:db8::1/64")) == "2001:db8::1/64");
        CHECK(parse_prefix("10.1.2.0/24")->contains(*parse_address("10.1.2.255")));
        CHECK_FALSE(parse_prefix("10.1.2.0/25")->contains(*parse_address("10.1.2.128")));
        CHECK(parse_prefix("0.0.0.0/0")->is_default());
        CHECK_FALSE(parse_prefix("::/0")->is_v4());
        CHECK_FALSE(parse_prefix("10.0.0.0/33").has_value());
        CHECK_FALSE(parse_prefix("10.0.0/8").has_value());
        CHECK_FALSE(parse_prefix("").has_value());
    }
}

}
