// SPDX-License-Identifier: Apache-2.0
#include "models/change/blast_radius.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint {
namespace {

// Ports are p0, p1, ...; links are written as "leaf1:p0".
struct Plan {
    std::vector<Device> devices;
    Topology topology;

    Device& add(std::string name, Role role, std::uint32_t ports, std::optional<std::uint32_t> rail = {})
    {
        Device& device = devices.emplace_back();
        device.name = name;
        device.kind = role == Role::host ? DeviceKind::host : DeviceKind::network_switch;
        for (std::uint32_t index = 0; index < ports; ++index)
            device.ports.push_back({.name = device.arena->keep("p" + std::to_string(index))});
        topology.path = "topology.yaml";
        topology.devices.push_back({.name = std::move(name), .role = role, .rail = rail});
        return device;
    }

    void cable(std::string a, std::string a_port, std::string b, std::string b_port)
    {
        topology.links.push_back(
            {std::move(a), std::move(a_port), std::move(b), std::move(b_port), {}, {}, {}});
    }

    Fabric build() { return link(std::move(devices), {}, topology); }
};

// Two rails: each of two hosts has a NIC on both leaves, and both leaves connect to a spine.
Fabric two_rails()
{
    Plan plan;
    plan.add("host1", Role::host, 2);
    plan.add("host2", Role::host, 2);
    plan.add("leaf1", Role::leaf, 3, 0);
    plan.add("leaf2", Role::leaf, 3, 1);
    plan.add("spine1", Role::spine, 2);
    for (const std::string leaf : {"1", "2"}) {
        plan.cable("host1", "p" + std::to_string(std::stoi(leaf) - 1), "leaf" + leaf, "p0");
        plan.cable("host2", "p" + std::to_string(std::stoi(leaf) - 1), "leaf" + leaf, "p1");
        plan.cable("leaf" + leaf, "p2", "spine1", "p" + std::to_string(std::stoi(leaf) - 1));
    }
    return plan.build();
}

std::string radius_of(const Fabric& fabric, std::string_view device, std::vector<std::uint32_t> ports)
{
    return describe(blast_radius(fabric, *fabric.find_device(device), ports), fabric);
}

bool apart(const Fabric& fabric, std::string_view a, std::string_view b, Apart::Reason reason)
{
    const auto [first, second] = std::minmax({*fabric.find_device(a), *fabric.find_device(b)});
    const auto pairs = must_be_apart(fabric);
    return std::ranges::find(pairs, Apart{first, second, reason}) != pairs.end();
}

}

TEST_CASE("behind the ports of a leaf are their hosts and its rail")
{
    const Fabric fabric = two_rails();
    CHECK(radius_of(fabric, "leaf1", {0}) == "1 port (p0), 1 host (host1), rail 0");
    CHECK(radius_of(fabric, "leaf2", {0, 1}) == "2 ports (p0, p1), 2 hosts (host1, host2), rail 1");
}

TEST_CASE("behind the ports of a spine are leaves and the hosts that lose a path")
{
    const Fabric fabric = two_rails();
    CHECK(radius_of(fabric, "spine1", {0}) == "1 port (p0), 1 switch (leaf1) with 2 hosts behind it, rail 0");
    CHECK(radius_of(fabric, "spine1", {})
        == "2 ports (p0, p1), 2 switches (leaf1, leaf2) with 2 hosts behind them, rail 0, rail 1");
}

TEST_CASE("behind the port of a host are the host itself and the rail of its leaf")
{
    const Fabric fabric = two_rails();
    CHECK(radius_of(fabric, "host1", {1})
        == "1 port (p1), 1 host (host1), 1 switch (leaf2) with 1 host behind it, rail 1");
}

TEST_CASE("a LAG stands for its members, and an uncollected host counts")
{
    Plan plan;
    Device& leaf = plan.add("leaf1", Role::leaf, 3);
    leaf.ports.push_back({.name = "Port-Channel1", .kind = PortKind::lag});
    leaf.ports[1].lag = leaf.ports[2].lag = 3;
    plan.topology.devices.push_back({.name = "host9", .role = Role::host});
    plan.cable("leaf1", "p1", "host9", "eth0");
    CHECK(radius_of(plan.build(), "leaf1", {3}) == "2 ports (p1, p2), 1 host (host9)");
}

TEST_CASE("a host and its leaves, and the leaves of one host, are not pushed at the same time")
{
    const Fabric fabric = two_rails();
    CHECK(apart(fabric, "leaf1", "leaf2", Apart::Reason::rails));
    CHECK(apart(fabric, "host1", "leaf1", Apart::Reason::cable));
    CHECK(apart(fabric, "host2", "leaf2", Apart::Reason::cable));
    CHECK(must_be_apart(fabric).size() == 5); // the spine and its leaves may be pushed together
}

TEST_CASE(
    "the two switches of an MLAG pair are not pushed at the same time, whatever shows that they are a pair")
{
    Plan plan;
    Device& one = plan.add("leaf1", Role::leaf, 2);
    one.ports.push_back({.name = "Port-Channel10", .kind = PortKind::lag});
    one.ports[0].lag = 2;
    one.forwarding.mlag_peer_link = {2, one.origins.default_of("this test")};
    plan.add("leaf2", Role::leaf, 2);
    plan.cable("leaf1", "p0", "leaf2", "p0");
    Device& tor = plan.add("tor1", Role::leaf, 1);
    tor.forwarding.tunnel_peer = {"tor2", tor.origins.default_of("this test")};
    plan.add("tor2", Role::leaf, 1);
    plan.add("far1", Role::leaf, 1);
    plan.add("far2", Role::leaf, 1);
    Device& server = plan.add("storage1", Role::leaf, 2);
    server.ports.push_back({.name = "bond0", .kind = PortKind::lag});
    server.ports[0].lag = server.ports[1].lag = 2;
    plan.cable("storage1", "p0", "far1", "p0");
    plan.cable("storage1", "p1", "far2", "p0");
    const Fabric fabric = plan.build();
    CHECK(apart(fabric, "leaf1", "leaf2", Apart::Reason::mlag));
    CHECK(apart(fabric, "tor1", "tor2", Apart::Reason::mlag));
    CHECK(apart(fabric, "far1", "far2", Apart::Reason::lag));
    CHECK(must_be_apart(fabric).size() == 3);
}

TEST_CASE("two subnet managers are not pushed at the same time: one must remain")
{
    Plan plan;
    plan.add("sm1", Role::host, 0).kind = DeviceKind::subnet_manager;
    plan.add("sm2", Role::host, 0).kind = DeviceKind::subnet_manager;
    plan.add("host1", Role::host, 1);
    const Fabric fabric = plan.build();
    const std::vector<Apart> pairs = must_be_apart(fabric);
    REQUIRE(pairs.size() == 1);
    CHECK(pairs.front() == Apart{0, 1, Apart::Reason::managers});
}

}
