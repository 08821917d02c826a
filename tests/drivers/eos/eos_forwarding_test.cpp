// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"
#include "tests/drivers/forwarding_text.h"

namespace rocelint {
namespace {

using eos_case::Case;
using eos_case::contains;
using tests::forwarding_text;

Case with_header(std::string_view text) { return Case("hostname leaf1\n" + std::string(text)); }

TEST_CASE("EOS: addresses of ports, SVIs, loopbacks and port channels are read")
{
    const Case read
        = with_header("interface Ethernet1\n   no switchport\n   ip address 10.0.0.1/31\n"
                      "   ip address 10.0.9.1 255.255.255.0 secondary\n   ipv6 address fc00::1/64\n"
                      "interface Port-Channel5\n   ip address 10.0.1.1/31\n"
                      "interface Loopback0\n   ip address 10.9.9.9/32\n"
                      "interface Vlan100\n   ip address virtual 10.2.0.1/24\n");
    CHECK(forwarding_text(read.device())
        == "Ethernet1 10.0.0.1/31\nEthernet1 10.0.9.1/24\nEthernet1 fc00::1/64\nPort-Channel5 10.0.1.1/31\n"
           "Loopback0 10.9.9.9/32\nVlan100 10.2.0.1/24\n");
    CHECK(read.first_problem().empty());
}

TEST_CASE("EOS: a no line removes addresses, and an invalid address is not understood")
{
    CHECK(forwarding_text(
        with_header("interface Ethernet1\n   ip address 10.0.0.1/31\n   no ip address\n").device())
              .empty());
    for (const std::string_view line :
        {"ip address 10.0.0.1", "ip address 10.0.0.1 255.0.255.0", "ip address x/1"}) {
        const Case read = with_header("interface Ethernet1\n   " + std::string(line) + "\n");
        CAPTURE(line);
        CHECK(forwarding_text(read.device()).empty());
        CHECK(read.coverage.count(CoverageState::unrecognised) == 1);
    }
}

TEST_CASE("EOS: static routes of the default VRF are read in all notations")
{
    struct Row {
        std::string_view line;
        std::string_view route;
    };
    for (const Row& row : {
             Row{"ip route 0.0.0.0/0 10.0.0.0", "to 0.0.0.0/0 via 10.0.0.0 1\n"},
             Row{"ip route vrf default 10.1.0.0 255.255.0.0 10.0.0.0 200 tag 5 name x",
                 "to 10.1.0.0/16 via 10.0.0.0 200\n"},
             Row{"ip route 10.1.0.0/16 Ethernet1 10.0.0.0 5",
                 "to 10.1.0.0/16 via 10.0.0.0 port Ethernet1 5\n"},
             Row{"ip route 10.1.0.0/16 Ethernet1", "to 10.1.0.0/16 port Ethernet1 1\n"},
             Row{"ip route 10.0.0.0/8 Null0", "to 10.0.0.0/8 discard 1\n"},
             Row{"ipv6 route ::/0 fc00::2", "to ::/0 via fc00::2 1\n"},
             Row{"ip route 10.0.0.0/8 nexthop-group X", ""},
             Row{"ip route", ""},
         }) {
        CAPTURE(row.line);
        CHECK(forwarding_text(with_header(std::string(row.line) + "\n").device()) == row.route);
    }
}

TEST_CASE("EOS: other VRFs are reported as not read, unless only the management port is in them")
{
    const Case read
        = with_header("interface Ethernet1\n   vrf RED\n   ip address 10.0.0.1/31\n"
                      "interface Management1\n   vrf MGMT\n   ip address 192.168.0.9/24\n"
                      "ip route vrf MGMT 0.0.0.0/0 192.168.0.1\nip route vrf RED 0.0.0.0/0 10.0.0.0\n");
    CHECK(forwarding_text(read.device()).empty());
    CHECK(read.coverage.count(CoverageState::unsupported) == 2);
}

TEST_CASE("EOS: BGP states the AS number and how often it may occur in a path")
{
    const Case plain = with_header("router bgp 65001\n   neighbor 10.0.0.0 remote-as 65100\n");
    CHECK(plain.device().forwarding.bgp_asn.value == 65001);
    CHECK(plain.device().forwarding.allow_own_as.is(0));
    const Case dotted
        = with_header("router bgp 65000.2\n   neighbor UP allowas-in 2\n   neighbor X allowas-in\n");
    CHECK(dotted.device().forwarding.bgp_asn.value == 65000U * 65536U + 2U);
    CHECK(dotted.device().forwarding.allow_own_as.is(2));
    CHECK_FALSE(with_header("ip routing\n").device().forwarding.bgp_asn.known());
}

TEST_CASE("EOS: BGP takes one path by default, and those of equal length together")
{
    const auto balancing = [](const std::string& lines) {
        return with_header("router bgp 65001\n" + lines).device().load_balancing;
    };
    CHECK(balancing("").most_paths.is(1));
    CHECK(balancing("").relaxed_paths.is(true));
    CHECK(balancing("   maximum-paths 64 ecmp 32\n").most_paths.is(32));
    CHECK(balancing("   maximum-paths 64\n   no bgp bestpath as-path multipath-relax\n")
              .relaxed_paths.is(false));
    CHECK_FALSE(with_header("ip routing\n").device().load_balancing.most_paths.peek_known());
}

TEST_CASE("EOS: how many paths BGP of a VRF takes is not read")
{
    const Case one = with_header("router bgp 65001\n   vrf RED\n      maximum-paths 64\n");
    CHECK_FALSE(one.device().load_balancing.most_paths.peek_known());
    CHECK_FALSE(one.device().load_balancing.relaxed_paths.peek_known());
    CHECK(one.device().load_balancing.most_paths.origin != OriginId{});
    const Case both
        = with_header("router bgp 65001\n   maximum-paths 8\n   vrf RED\n      maximum-paths 64\n");
    CHECK(both.device().load_balancing.most_paths.is(8));
}

TEST_CASE("EOS: OSPF and IS-IS are seen, unless they run in another VRF")
{
    CHECK(with_header("router ospf 1\n   max-lsa 12000\n").device().forwarding.link_state.is(true));
    CHECK(with_header("router isis CORE\n   net 49.0001.0000.0000.0001.00\n")
              .device()
              .forwarding.link_state.is(true));
    const Case other = with_header("router ospf 9 vrf MGMT\n   max-lsa 12000\n");
    CHECK_FALSE(other.device().forwarding.link_state.known());
    CHECK(other.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("EOS: the MLAG peer link is a port, and absent without a pair")
{
    const Case pair = with_header("interface Port-Channel10\n   switchport mode trunk\n"
                                  "mlag configuration\n   domain-id A\n   peer-link Port-Channel10\n");
    const Setting<std::uint32_t>& link = pair.device().forwarding.mlag_peer_link;
    REQUIRE(link.known());
    CHECK(pair.device().ports[link.value].name == "Port-Channel10");
    CHECK(with_header("ip routing\n").device().forwarding.mlag_peer_link.is(Port::no_index));
}

TEST_CASE("EOS: timeouts are the defaults unless configured, the longest of all SVIs")
{
    using std::chrono::seconds;
    const Case plain = with_header("interface Ethernet1\n   arp aging timeout 60\n");
    CHECK(plain.device().forwarding.arp_timeout.is(seconds(14400)));
    CHECK(plain.device().forwarding.mac_timeout.is(seconds(300)));
    const Case set = with_header(
        "arp aging timeout default 900\nmac address-table aging-time 1800\n"
        "interface Vlan1\n   arp aging timeout 240\ninterface Vlan2\n   arp aging timeout 270\n");
    CHECK(set.device().forwarding.arp_timeout.is(seconds(270)));
    CHECK(set.device().forwarding.mac_timeout.is(seconds(1800)));
    CHECK_FALSE(Case("interface Vlan1\n   ip address 10.0.0.1/24\n").device().forwarding.arp_timeout.known());
}

TEST_CASE("EOS: the speed's suffix gives the lanes, and load sharing the hash seed")
{
    const Case read = with_header("ip load-sharing trident 5\ninterface Ethernet1\n   speed 400g-8\n"
                                  "interface Ethernet2\n   speed forced 100gfull\n");
    CHECK(read.port("Ethernet1").lanes.is(8));
    CHECK_FALSE(read.port("Ethernet2").lanes.known());
    CHECK(read.device().load_balancing.ecmp_seed.is(5));
    CHECK(contains(read.text(), "ecmp-seed: 5 (explicit leaf1.cfg:2)"));
}

}
}
