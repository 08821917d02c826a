// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/forwarding_text.h"
#include "tests/drivers/sonic/sonic_text.h"

#include <algorithm>

namespace rocelint::sonic {
namespace {

using tests::addresses_text;
using tests::routes_text;

std::string configuration_of(std::string_view type, std::string_view tables)
{
    return R"({"DEVICE_METADATA": {"localhost": {"hostname": "a", "bgp_asn": "65100", "type": ")"
        + std::string(type)
        + R"("}}, "PORT": {"Ethernet0": {"lanes": "0,1,2,3,4,5,6,7", "speed": "400000"}, "Ethernet8": {"lanes": "8"}})"
        + std::string(tables) + "}";
}

TEST_CASE("the lanes of a port are counted")
{
    const ReadText read(configuration_of("ToRRouter", ""));
    CHECK(read.port("Ethernet0").lanes.value == 8);
    CHECK(read.port("Ethernet8").lanes.value == 1);
    CHECK(read.written(read.port("Ethernet0").lanes.origin) == R"("lanes": "0,1,2,3,4,5,6,7")");
}

TEST_CASE("addresses of every kind of interface are read, and those of another VRF are reported as not read")
{
    const ReadText read(configuration_of("ToRRouter", R"(,
"PORTCHANNEL": {"PortChannel1": {}},
"INTERFACE": {"Ethernet0": {}, "Ethernet0|10.0.0.0/31": {}, "Ethernet0|fc00::1/126": {},
 "Ethernet8|10.1.0.0/31": {}, "Ethernet8": {"vrf_name": "Vrf-red"}},
"PORTCHANNEL_INTERFACE": {"PortChannel1|10.0.1.0/31": {}},
"VLAN_INTERFACE": {"Vlan1000|192.168.0.1/21": {}},
"LOOPBACK_INTERFACE": {"Loopback0|10.1.0.32/32": {}})"));
    CHECK(addresses_text(read.device())
        == "Ethernet0 10.0.0.0/31\nEthernet0 fc00::1/126\nPortChannel1 10.0.1.0/31\nVlan1000 192.168.0.1/21\n"
           "Loopback0 10.1.0.32/32\n");
    CHECK(read.problems().empty());
    CHECK(read.port("Ethernet8").routed.is(true));
    CHECK(read.port("Vlan1000").kind == PortKind::vlan);
    CHECK(read.port("Loopback0").kind == PortKind::loopback);
    CHECK(measure_coverage(read.tree()).count(CoverageState::unsupported) > 0);
}

TEST_CASE("addresses are read from YANG as well")
{
    const ReadText read(R"({"sonic-interface:sonic-interface": {"sonic-interface:INTERFACE": {
"INTERFACE_LIST": [{"name": "Ethernet0"}],
"INTERFACE_IPPREFIX_LIST": [{"name": "Ethernet0", "ip-prefix": "10.0.0.1/30"}]}}})");
    CHECK(addresses_text(read.device()) == "Ethernet0 10.0.0.1/30\n");
}

TEST_CASE("an invalid address is a problem at its row")
{
    const ReadText read(configuration_of("ToRRouter", R"(, "INTERFACE": {"Ethernet0|10.0.0/31": {}})"));
    CHECK(read.first_problem() == R"("10.0.0/31" is not an address with a prefix length)");
}

TEST_CASE("each next hop makes a static route")
{
    struct Case {
        std::string_view row;
        std::string_view routes;
    };
    for (const Case& row :
        {
            Case{R"("10.0.0.0/8": {"nexthop": "10.9.0.1,10.9.0.3"})",
                "to 10.0.0.0/8 via 10.9.0.1 1\nto 10.0.0.0/8 via 10.9.0.3 1\n"},
            Case{R"("default|10.0.0.0/8": {"nexthop": "10.9.0.1", "ifname": "Ethernet0", "distance": "0"})",
                "to 10.0.0.0/8 via 10.9.0.1 port Ethernet0 1\n"},
            Case{
                R"("default|::/0": {"nexthop": "::,::", "ifname": "Ethernet0,Ethernet8", "distance": "10,20"})",
                "to ::/0 port Ethernet0 10\nto ::/0 port Ethernet8 20\n"},
            Case{R"("10.0.0.0/8": {"blackhole": "true", "nexthop": ""})", "to 10.0.0.0/8 discard 1\n"},
            Case{R"("10.0.0.0/8": {"nexthop": "0.0.0.0,10.1.1.1", "ifname": "Ethernet0,"})",
                "to 10.0.0.0/8 port Ethernet0 1\nto 10.0.0.0/8 via 10.1.1.1 1\n"},
            Case{R"("Vrf-red|10.0.0.0/8": {"nexthop": "10.9.0.1"})", ""},
            Case{R"("mgmt|0.0.0.0/0": {"nexthop": "10.9.0.1"})", ""},
        }) {
        CAPTURE(row.row);
        const ReadText read(
            configuration_of("ToRRouter", R"(, "STATIC_ROUTE": {)" + std::string(row.row) + "}"));
        CHECK(routes_text(read.device()) == row.routes);
        CHECK(read.problems().empty());
    }
}

TEST_CASE("a route without a next hop is a problem")
{
    const ReadText read(
        configuration_of("ToRRouter", R"(, "STATIC_ROUTE": {"10.0.0.0/8": {"nexthop": "somewhere"}})"));
    CHECK(routes_text(read.device()).empty());
    CHECK(read.first_problem() == R"(this route has no next hop: "somewhere")");
}

TEST_CASE("the hash seed follows from the device's type unless a table states it")
{
    struct Case {
        std::string_view type;
        std::string_view tables;
        std::uint32_t seed;
    };
    for (const Case& row : {
             Case{"ToRRouter", "", 0},
             Case{"LeafRouter", "", 10},
             Case{"SpineRouter", "", 25},
             Case{"LeafRouter", R"(, "SWITCH": {"switch": {"ecmp_hash_seed": "7"}})", 7},
         }) {
        CAPTURE(row.type);
        const ReadText read(configuration_of(row.type, row.tables));
        CHECK(read.device().load_balancing.ecmp_seed.known());
        CHECK(read.device().load_balancing.ecmp_seed.value == row.seed);
    }
    const ReadText fragment(
        R"([{"SWITCH_TABLE:switch": {"ecmp_hash_seed": "12", "fdb_aging_time": "900"}, "OP": "SET"}])");
    CHECK(fragment.device().load_balancing.ecmp_seed.value == 12);
    CHECK(fragment.device().forwarding.mac_timeout.value == std::chrono::seconds(900));
    CHECK_FALSE(ReadText(R"({"QUEUE": {}})").device().forwarding.mac_timeout.known());
}

TEST_CASE("how often the own AS number may occur in a path follows from the type and from BGP_BBR")
{
    const auto allowed = [](std::string_view type, std::string_view tables) {
        const ReadText read(configuration_of(type, tables));
        const Setting<std::uint8_t>& setting = read.device().forwarding.allow_own_as;
        return setting.known() ? int{setting.value} : -1;
    };
    CHECK(allowed("ToRRouter", "") == 1);
    CHECK(allowed("SpineRouter", "") == 0);
    CHECK(allowed("LeafRouter", "") == -1);
    CHECK(allowed("LeafRouter", R"(, "BGP_BBR": {"all": {"status": "enabled"}})") == 1);
    CHECK(allowed("LeafRouter", R"(, "BGP_BBR": {"all": {"status": "disabled"}})") == 0);
    CHECK(
        allowed("SpineRouter",
            R"(, "BGP_PEER_GROUP_AF": {"default|UP|ipv4_unicast": {"allow_as_in": "true", "allow_as_count": "2"}})")
        == 2);
    CHECK(allowed("SpineRouter",
              R"(, "BGP_NEIGHBOR_AF": {"default|10.0.0.1|ipv4_unicast": {"allow_as_in": "true"}})")
        == 3);
    const ReadText read(configuration_of("ToRRouter", ""));
    CHECK(read.device().forwarding.bgp_asn.value == 65100);
}

TEST_CASE("pairs of switches: the MLAG peer link and the other switch of a dual-ToR pair")
{
    const ReadText read(configuration_of("ToRRouter", R"(, "PORTCHANNEL": {"PortChannel10": {}},
"MCLAG_DOMAIN": {"1": {"source_ip": "1.1.1.1", "peer_ip": "1.1.1.2", "peer_link": "PortChannel10"}},
"PEER_SWITCH": {"tor1b": {"address_ipv4": "10.1.0.33"}})"));
    const Forwarding& forwarding = read.device().forwarding;
    REQUIRE(forwarding.mlag_peer_link.known());
    CHECK(read.device().ports[forwarding.mlag_peer_link.value].name == "PortChannel10");
    CHECK(forwarding.tunnel_peer.value == "tor1b");
    const ReadText alone(configuration_of("ToRRouter", ""));
    CHECK(alone.device().forwarding.mlag_peer_link.is(Port::no_index));
    CHECK(alone.device().forwarding.tunnel_peer.is(""));
    const ReadText fragment(R"({"QUEUE": {"Ethernet0|3": {}}})");
    CHECK_FALSE(fragment.device().forwarding.mlag_peer_link.known());
}

}
}
