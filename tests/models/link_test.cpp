// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fabric.h"
#include "models/fabric/value/port_name.h"
#include "tests/support/reason.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

namespace rocelint {
namespace {

Device make_switch(std::string name, std::initializer_list<std::string_view> ports)
{
    Device device;
    device.name = std::move(name);
    for (const std::string_view port : ports)
        device.ports.push_back({.name = port});
    return device;
}

std::string describe_links(const Fabric& fabric)
{
    std::string out;
    for (const Link& link : fabric.links) {
        out += fabric.device(link.a).name + ":" + std::string(fabric.port(link.a).name) + " - "
            + fabric.device(link.b).name + ":" + std::string(fabric.port(link.b).name) + " ("
            + name_of(link.source) + ")\n";
    }
    return out;
}

Fabric link_two(std::string_view description, std::string_view alias = {})
{
    std::vector<Device> devices;
    devices.push_back(make_switch("leaf1", {"Ethernet1/1", "Ethernet49"}));
    devices.push_back(make_switch("spine1", {"Ethernet0", "Ethernet1"}));
    devices[0].ports[1].description = description;
    devices[1].ports[0].alias = alias;
    return link(std::move(devices), {}, {});
}

Topology topology_of(std::string_view text)
{
    static std::vector<std::unique_ptr<Source>> kept;
    kept.push_back(std::make_unique<Source>(0, "topology.yaml", text));
    auto read = read_topology(*kept.back());
    REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
    return *read;
}

TEST_CASE("port names are compared through short and long forms")
{
    CHECK(comparable_port_name("Ethernet1/1") == comparable_port_name("Et1/1"));
    CHECK(comparable_port_name("Eth1/1") == comparable_port_name("ETHERNET 1/1"));
    CHECK(comparable_port_name("Port-Channel3") == comparable_port_name("po3"));
    CHECK(comparable_port_name("Ethernet1/1") != comparable_port_name("Ethernet1/2"));
    CHECK(comparable_port_name("ens1f0np0") == "ens1f0np0");
    CHECK(comparable_port_name("et-0/0/1:0") == "et-0/0/1:0");
}

TEST_CASE("a description that names a known device and one of its ports makes a link")
{
    CHECK(describe_links(link_two("Fabric link to spine1 Eth1"))
        == "leaf1:Ethernet49 - spine1:Ethernet1 (interface description)\n");
    CHECK(describe_links(link_two("spine1:Ethernet0"))
        == "leaf1:Ethernet49 - spine1:Ethernet0 (interface description)\n");
    CHECK(describe_links(link_two("P2P_LINK_TO_spine1_Ethernet1"))
        == "leaf1:Ethernet49 - spine1:Ethernet1 (interface description)\n");
    CHECK(describe_links(link_two("facing_spine1:Ethernet1"))
        == "leaf1:Ethernet49 - spine1:Ethernet1 (interface description)\n");
    CHECK(describe_links(link_two("spine1 etp1", "etp1"))
        == "leaf1:Ethernet49 - spine1:Ethernet0 (interface description)\n");
}

TEST_CASE("a description that names no port or no known device makes none")
{
    CHECK(describe_links(link_two("to spine1")) == "");
    CHECK(describe_links(link_two("to spine7 Ethernet1")) == "");
    CHECK(describe_links(link_two("leaf1 Ethernet1/1")) == "");
    CHECK(describe_links(link_two("")) == "");
}

TEST_CASE("the topology takes precedence over LLDP, and disagreements are kept as conflicts")
{
    std::vector<Device> devices;
    devices.push_back(make_switch("leaf1", {"Ethernet1/1"}));
    devices.push_back(make_switch("spine1", {"Ethernet0", "Ethernet4"}));
    devices[0].neighbours.push_back({.port = 0,
        .source = Neighbour::Source::lldp,
        .device = "spine1.example.net",
        .port_id = "Ethernet4"});
    const Topology topology = topology_of(
        "links:\n  - {a: \"leaf1:et1/1\", b: \"spine1:Ethernet0\", cable_m: 30, speed: 400G}\n");
    const Fabric fabric = link(std::move(devices), {}, topology);
    CHECK(describe_links(fabric) == "leaf1:Ethernet1/1 - spine1:Ethernet0 (topology)\n");
    CHECK(fabric.links[0].cable == Metres{30});
    CHECK(fabric.links[0].speed == BitsPerSecond{400'000'000'000});
    REQUIRE(fabric.cabling_conflicts.size() == 1);
    CHECK(fabric.cabling_conflicts[0].message
        == "leaf1 Ethernet1/1 is linked to spine1 Ethernet0 by the topology but to spine1 "
           "Ethernet4 by the LLDP capture");
    CHECK(fabric.peer({0, 0}) == PortId{1, 0});
    CHECK_FALSE(fabric.peer({1, 1}).has_value());
}

TEST_CASE("a neighbour that names a card of a chassis is linked to that card's port")
{
    std::vector<Device> devices;
    devices.push_back(make_switch("leaf1", {"Ethernet1", "Ethernet2", "Ethernet3"}));
    devices.push_back(make_switch("spine1",
        {"card1|asic0|Ethernet0",
            "card2|asic0|Ethernet0",
            "card2|asic0:card1|asic0|Ethernet0",
            "card2|asic0|Ethernet4"}));
    devices[1].cards = {"card1", "card2"};
    devices[1].ports[2].kind = PortKind::system;
    devices[1].ports[3].alias = "card2|etp2";
    const auto sees = [&](std::uint32_t port, std::string_view device, std::string_view id) {
        devices[0].neighbours.push_back(
            {.port = port, .source = Neighbour::Source::lldp, .device = device, .port_id = id});
    };
    sees(0, "card2.example.net", "Ethernet0");
    sees(1, "card1", "Ethernet0");
    sees(2, "card2", "etp2");
    CHECK(describe_links(link(std::move(devices), {}, {}))
        == "leaf1:Ethernet1 - spine1:card2|asic0|Ethernet0 (LLDP capture)\n"
           "leaf1:Ethernet2 - spine1:card1|asic0|Ethernet0 (LLDP capture)\n"
           "leaf1:Ethernet3 - spine1:card2|asic0|Ethernet4 (LLDP capture)\n");
}

TEST_CASE("two descriptions that name each other contradict a topology that connects them to others")
{
    constexpr std::string_view plan = "links:\n  - {a: \"leaf1:Ethernet1\", b: \"spine1:Ethernet1\"}\n"
                                      "  - {a: \"leaf1:Ethernet2\", b: \"spine1:Ethernet2\"}\n";
    const auto conflicts = [&](std::string_view at_leaf, std::string_view at_spine) {
        std::vector<Device> devices;
        devices.push_back(make_switch("leaf1", {"Ethernet1", "Ethernet2"}));
        devices.push_back(make_switch("spine1", {"Ethernet1", "Ethernet2"}));
        devices[0].ports[0].description = at_leaf;
        devices[1].ports[1].description = at_spine;
        const Fabric fabric = link(std::move(devices), {}, topology_of(plan));
        CHECK(fabric.links.size() == 2);
        std::string out;
        for (const CablingConflict& conflict : fabric.cabling_conflicts)
            out += conflict.message + "\n";
        return out;
    };
    CHECK(conflicts("to spine1 Ethernet2", "to leaf1 Ethernet1")
        == "leaf1 Ethernet1 is linked to spine1 Ethernet1 by the topology but to spine1 Ethernet2 by the interface "
           "description\n");
    // One of them may be outdated.
    CHECK(conflicts("to spine1 Ethernet2", "") == "");
    CHECK(conflicts("to spine1 Ethernet2", "to leaf1 Ethernet2") == "");
    CHECK(conflicts("to spine1 Ethernet1", "to leaf1 Ethernet2") == "");
}

TEST_CASE(
    "an LLDP capture that names another device contradicts the topology although its port name is unknown")
{
    std::vector<Device> devices;
    devices.push_back(make_switch("leaf1", {"Ethernet1"}));
    devices.push_back(make_switch("spine1", {"Ethernet1"}));
    devices.push_back(make_switch("spine2", {"Ethernet1"}));
    devices[0].neighbours.push_back(
        {.port = 0, .source = Neighbour::Source::lldp, .device = "spine2", .port_id = "0c:42:a1:00:00:01"});
    const Fabric fabric = link(std::move(devices),
        {},
        topology_of("links:\n  - {a: \"leaf1:Ethernet1\", b: \"spine1:Ethernet1\"}\n"));
    REQUIRE(fabric.cabling_conflicts.size() == 1);
    CHECK(fabric.cabling_conflicts[0].message
        == "leaf1 Ethernet1 is linked to spine1 Ethernet1 by the topology but to spine2 by the LLDP capture");
}

TEST_CASE("a planned neighbour that was not collected is compared with what LLDP sees")
{
    constexpr std::string_view plan = "links:\n  - {a: \"leaf1:Ethernet1/1\", b: \"spine1:Ethernet0\"}\n"
                                      "  - {a: \"leaf2:Ethernet1/1\", b: \"spine2:Ethernet0\"}\n";
    const auto seen = [&](std::string_view neighbour) {
        std::vector<Device> devices;
        devices.push_back(make_switch("leaf1", {"Ethernet1/1"}));
        devices[0].neighbours.push_back({.port = 0, .device = neighbour, .port_id = "Ethernet0"});
        return link(std::move(devices), {}, topology_of(plan));
    };
    const Fabric swapped = seen("spine2.example.net");
    REQUIRE(swapped.cabling_conflicts.size() == 1);
    CHECK(swapped.cabling_conflicts[0].message
        == "leaf1 Ethernet1/1 is linked to spine1 by the topology but to spine2.example.net by the LLDP capture");
    CHECK(seen("SPINE1").cabling_conflicts.empty());
    // The plan may use another name for the same device.
    CHECK(seen("dc1-sp-01").cabling_conflicts.empty());
}

TEST_CASE("a NIC's port on both switches of a dual-ToR pair is a Y-cable, on any two switches a conflict")
{
    const auto fabric_of = [](std::string_view peer, std::string_view seen = "") {
        std::vector<Device> devices;
        devices.push_back(make_switch("tor1", {"Ethernet0"}));
        devices.push_back(make_switch("tor2", {"Ethernet0"}));
        devices.push_back(make_switch("host1", {"ens1"}));
        devices[2].kind = DeviceKind::host;
        devices[0].forwarding.tunnel_peer = {peer, devices[0].origins.explicit_at({0, 0, 0})};
        if (!seen.empty())
            devices[2].neighbours.push_back({.port = 0, .device = seen, .port_id = "Ethernet0"});
        return link(std::move(devices),
            {},
            topology_of("links:\n  - {a: \"tor1:Ethernet0\", b: \"host1:ens1\"}\n"
                        "  - {a: \"tor2:Ethernet0\", b: \"host1:ens1\"}\n"));
    };
    const Fabric pair = fabric_of("tor2");
    CHECK(pair.links.size() == 2);
    CHECK(pair.cabling_conflicts.empty());
    REQUIRE(pair.y_cables.size() == 1);
    CHECK(pair.y_cables[0].first == PortId{2, 0});
    CHECK(pair.peer({0, 0}) == PortId{2, 0});
    CHECK(pair.peer({1, 0}) == PortId{2, 0});
    CHECK(pair.peer({2, 0}) == PortId{0, 0});
    CHECK(fabric_of("tor3").cabling_conflicts.size() == 1);
    // The host sees whichever switch is active.
    for (const std::string_view seen : {"tor1", "tor2"}) {
        CAPTURE(seen);
        CHECK(fabric_of("tor2", seen).links.size() == 2);
        CHECK(fabric_of("tor2", seen).cabling_conflicts.empty());
    }
}

TEST_CASE("LLDP seen from both ends is one link")
{
    std::vector<Device> devices;
    devices.push_back(make_switch("leaf1", {"Ethernet1/1"}));
    devices.push_back(make_switch("host1", {"ens1"}));
    devices[1].kind = DeviceKind::host;
    devices[0].neighbours.push_back(
        {.port = 0, .device = "host1", .port_id = "0c:42:a1:00:00:01", .port_description = "ens1"});
    devices[1].neighbours.push_back({.port = 0, .device = "leaf1", .port_id = "Ethernet1/1"});
    const Fabric fabric = link(std::move(devices), {}, {});
    CHECK(fabric.links.size() == 1);
    CHECK(fabric.cabling_conflicts.empty());
}

TEST_CASE("a neighbour that was not collected is an open end")
{
    std::vector<Device> devices;
    devices.push_back(make_switch("leaf1", {"Ethernet1/1"}));
    devices[0].neighbours.push_back({.port = 0, .device = "spine9", .port_id = "Ethernet0"});
    const Fabric fabric = link(std::move(devices), {}, {});
    REQUIRE(fabric.open_ends.size() == 1);
    CHECK(fabric.open_ends[0].neighbour == "spine9");
}

TEST_CASE("a planned link to a port that the device does not have is a conflict")
{
    std::vector<Device> devices;
    devices.push_back(make_switch("leaf1", {"Ethernet1/1"}));
    const Fabric fabric = link(std::move(devices),
        {},
        topology_of("links:\n  - {a: \"leaf1:Ethernet7/1\", b: \"spine1:Ethernet0\"}\n"));
    REQUIRE(fabric.cabling_conflicts.size() == 1);
    CHECK(fabric.cabling_conflicts[0].message
        == "the topology links port Ethernet7/1 of leaf1, which has no such port");
}

TEST_CASE("a mistake in the topology is reported with its place and the nearest known word")
{
    struct BadTopology {
        std::string_view text;
        std::string_view message;
    };
    constexpr BadTopology rows[] = {
        {"devices:\n  leaf1: {rol: leaf}\n",
            "topology.yaml:2:11: unknown key in a device: 'rol'; did you mean 'role'?"},
        {"devices:\n  leaf1: {role: lef}\n", "topology.yaml:2:11: unknown role 'lef'; did you mean 'leaf'?"},
        {"links:\n  - {a: \"leaf1:1\"}\n",
            "topology.yaml:2:5: a link needs both ends: a: \"device:port\", b: \"device:port\""},
        {"links:\n  - {a: leaf1, b: \"x:1\"}\n",
            "topology.yaml:2:6: 'leaf1' is not the end of a link; write \"device:port\""},
        {"links:\n  - {a: \"x:1\", b: \"y:1\", speed: fast}\n",
            "topology.yaml:2:26: 'fast' is not a speed; write 400G or 100000 (Mb/s)"},
        {"links: 7\n", "topology.yaml:1:1: a link must be a mapping, not a single value"},
        {"devices: [\n", "topology.yaml:1:10: the list opens here with '[' and is not closed with ']'"},
    };
    for (const BadTopology& row : rows) {
        CAPTURE(row.text);
        const Source source(0, "topology.yaml", row.text);
        const auto read = read_topology(source);
        REQUIRE_FALSE(read.has_value());
        CHECK(read.error().message == row.message);
        CHECK(read.error().kind == ErrorKind::invalid);
    }
}

}
}
