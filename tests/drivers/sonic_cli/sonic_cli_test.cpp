// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/sonic_cli/sonic_cli_case.h"

namespace rocelint::sonic_cli_test {
namespace {

TEST_SUITE_BEGIN("sonic-cli");

TEST_CASE("port names are read in every naming mode, alone, in ranges and in lists")
{
    const Case read(
        with({"interface Ethernet0\n mtu 9216\ninterface Ethernet 4\n mtu 9000\n"
              "interface Eth1/1/1\n mtu 9216\ninterface range Eth 1/5-1/7,1/9\n mtu 8000\n"
              "interface PortChannel 10 min-links 1 mode active fast_rate\n mtu 9100\n"
              "interface PortChannel20\n mtu 9100\ninterface Loopback 0\n ip address 10.0.0.1/32\n"
              "interface Management 0\n autoneg on\ninterface Eth1/1.100\n mtu 1500\n"
              "interface Vlan10\n mtu 9000\n"}));
    CHECK(read.port("Ethernet0").kind == PortKind::physical);
    CHECK(read.port("Ethernet4").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("Eth1/1/1").kind == PortKind::physical);
    CHECK(read.port("Eth1/6").ip_mtu.is(Bytes{8000}));
    CHECK(read.port("Eth1/9").ip_mtu.is(Bytes{8000}));
    CHECK(read.port("PortChannel10").kind == PortKind::lag);
    CHECK(read.port("PortChannel20").kind == PortKind::lag);
    CHECK(read.port("Loopback0").kind == PortKind::loopback);
    CHECK(read.port("Management0").kind == PortKind::management);
    CHECK(read.port("Eth1/1.100").kind == PortKind::subinterface);
    CHECK(read.port("Vlan10").kind == PortKind::vlan);
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE(
    "PFC pauses the priorities that its lines name, in both directions, and asymmetric PFC obeys every priority")
{
    const Case read(
        with({"interface Ethernet0\n priority-flow-control priority 3\n priority-flow-control priority 4\n"
              "interface Ethernet4\n priority-flow-control priority 3\n priority-flow-control asymmetric\n"
              "interface Ethernet8\n pfc priority 3\n"
              "interface Ethernet12\n mtu 9216\n"}));
    CHECK(read.port("Ethernet0").pfc_tx.is(PrioritySet::of(3) | PrioritySet::of(4)));
    CHECK(read.port("Ethernet0").pfc_rx.is(PrioritySet::of(3) | PrioritySet::of(4)));
    CHECK(read.port("Ethernet4").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet4").pfc_rx.is(PrioritySet{0xff}));
    CHECK(read.port("Ethernet8").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet12").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("the watchdog is on if a line starts it, and off without its counters")
{
    const char* ports
        = "interface Ethernet0\n priority-flow-control watchdog action alert\n"
          " priority-flow-control watchdog on detect-time 200\n priority-flow-control watchdog restore-time 400\n"
          "interface Ethernet4\n priority-flow-control watchdog detect-time 300\n"
          "interface Ethernet8\n mtu 9216\n"
          "interface Ethernet12\n priority-flow-control watchdog off\n";
    const Case read(with({"priority-flow-control watchdog polling-interval 150\n", ports}));
    const PfcWatchdog& watchdog = read.port("Ethernet0").watchdog;
    CHECK(watchdog.enabled.is(true));
    CHECK(watchdog.detection.is(Milliseconds(200)));
    CHECK(watchdog.restoration.is(Milliseconds(400)));
    CHECK(watchdog.poll.is(Milliseconds(150)));
    CHECK(watchdog.action.is(WatchdogAction::alert));
    CHECK(read.port("Ethernet4").watchdog.enabled.is(true));
    CHECK(read.port("Ethernet4").watchdog.detection.is(Milliseconds(300)));
    CHECK(read.port("Ethernet4").watchdog.restores.is(false));
    CHECK(read.port("Ethernet8").watchdog.enabled.is(false));
    CHECK(read.port("Ethernet12").watchdog.enabled.is(false));
    const Case off(with({"no priority-flow-control watchdog counter-poll\n", ports}));
    CHECK(off.port("Ethernet0").watchdog.enabled.is(false));
}

TEST_CASE("a switch set to lossless makes headroom for its two groups, and otherwise there is none")
{
    const char* ports = "interface Ethernet0\n priority-flow-control priority 3\n"
                        "interface Ethernet4\n priority-flow-control priority 5\n";
    for (const char* line : {"roce enable\n", "buffer init lossless\n", "roce enable pfc-priority 3,4\n"}) {
        CAPTURE(line);
        const Case read(with({line, ports}));
        CHECK(read.device().group(read.port("Ethernet0"), 3)->lossless.is(true));
        CHECK_FALSE(read.device().group(read.port("Ethernet0"), 3)->buffer.known());
        // Reserved, but unused.
        CHECK_FALSE(read.device().group(read.port("Ethernet0"), 4)->lossless.known());
        CHECK(read.device().group(read.port("Ethernet4"), 5)->lossless.is(false));
    }
    // Alone, the command says that every port has RoCE settings, and not which.
    const Case alone(with({"roce enable\n", "interface Ethernet0\n mtu 9216\n"}));
    CHECK_FALSE(alone.port("Ethernet0").pfc_tx.known());
    CHECK_FALSE(alone.port("Ethernet0").trust.known());
    CHECK_FALSE(alone.device().queue(alone.port("Ethernet0"), 3)->ecn.known());
    CHECK_FALSE(alone.port("Ethernet0").watchdog.enabled.known());
    const Case none(with({ports}));
    CHECK(none.device().group(none.port("Ethernet0"), 3)->lossless.is(false));
}

TEST_CASE("a buffer profile that a port binds to its group gives the headroom")
{
    const Case read(
        with({"buffer init lossless\nbuffer pool ingress_lossless_pool shared-headroom-size 3500000\n"
              "buffer profile P ingress_lossless_pool 1248 dynamic-threshold -2 pause pause-threshold 55000\n"
              "buffer profile E egress_lossy_pool 90 static-threshold 30\n"
              "interface Ethernet0\n buffer priority-group 3-4 P\n"}));
    const PriorityGroup& group = *read.device().group(read.port("Ethernet0"), 4);
    CHECK(group.lossless.is(true));
    const BufferProfile& profile = read.device().buffer_profiles.at(group.buffer.value.index);
    CHECK(profile.name == "P");
    CHECK(profile.reserved.is(Bytes{1248}));
    CHECK(profile.xoff.is(Bytes{55'000}));
    CHECK(profile.dynamic_threshold.is(std::int64_t{-2}));
    CHECK(read.device().pools.front().shared_headroom.is(Bytes{3'500'000}));
    CHECK(profile.pool.is(Ref{0}));
}

TEST_CASE(
    "a buffer profile that a port binds to its queue is the queue's; a lossless switch creates the others")
{
    const Case read(
        with({"buffer init lossless\nbuffer profile E egress_lossy_pool 90 static-threshold 30\n"
              "interface Ethernet0\n buffer queue 3-4 E\ninterface Ethernet4\n buffer queue 3 LOST\n"}));
    CHECK(read.device().buffer_profiles.at(read.queue("Ethernet0", 4).buffer.value.index).name == "E");
    CHECK_FALSE(read.queue("Ethernet0", 0).buffer.known());
    CHECK_FALSE(read.queue("Ethernet4", 3).buffer.known());
    CHECK(read.first_problem().find("buffer profile \"LOST\"") != std::string::npos);
    const Case usual(with({"interface Ethernet0\n mtu 9216\n"}));
    CHECK(usual.queue("Ethernet0", 3).buffer.is(Ref{}));
}

TEST_CASE("a member has its port channel's MTU, and its maps unless it binds its own")
{
    const Case read(with({"qos map dscp-tc D\n dscp 26 traffic-class 3\n"
                          "interface PortChannel10\n mtu 9216\n qos-map dscp-tc D\n"
                          "interface Ethernet0\n mtu 1500\n channel-group 10\n"}));
    CHECK(read.port("Ethernet0").ip_mtu.is(Bytes{9216}));
    CHECK(read.port("Ethernet0").max_frame.is(Bytes{9230}));
    CHECK(read.port("Ethernet0").trust.is(Trust::dscp));
}

TEST_CASE("hash fields accumulate over their lines; different ones for IPv6 are not modelled")
{
    const Case read(with(
        {"ip load-share hash ipv4 ipv4-src-ip\nip load-share hash ipv4 ipv4-l4-src-port\n"
         "ip load-share hash ipv6 ipv6-src-ip\nip load-share hash seed 12\nip load-share hash roce qpn\n"}));
    const LoadBalancing& balancing = read.device().load_balancing;
    CHECK(balancing.ecmp.value.has(HashField::source_port));
    CHECK_FALSE(balancing.ecmp.value.has(HashField::destination_ip));
    CHECK(balancing.ecmp_seed.is(12U));
    CHECK(balancing.roce_payload.is(true));
    CHECK(read.lines(CoverageState::unsupported) == 1);
}

TEST_CASE("routing: addresses, routes, BGP with its own AS number, the peer link of a pair")
{
    const Case read(with(
        {"interface Eth1/1\n ip address 10.0.0.1/31\ninterface Eth1/2\n ip vrf forwarding VrfA\n ip address 10.9.0.1/31\n"
         "ip route 10.2.0.0/16 10.0.0.0\nmclag domain 1\n peer-link PortChannel10\n"
         "router bgp 65100\n neighbor 10.0.0.0\n  remote-as 65200\n  address-family ipv4 unicast\n   allowas-in 2\n"
         "router bgp 65200 vrf VrfA\n neighbor 10.9.0.0\n"}));
    const Forwarding& forwarding = read.device().forwarding;
    CHECK(forwarding.addresses.size() == 1);
    CHECK(forwarding.routes.size() == 1);
    CHECK(forwarding.bgp_asn.is(65100U));
    CHECK(forwarding.allow_own_as.is(std::uint8_t{2}));
    CHECK(read.device().ports.at(forwarding.mlag_peer_link.value).name == "PortChannel10");
}

TEST_CASE("a part without a name is a fragment: absent settings are unread")
{
    const Case read("qos map dscp-tc D\n dscp 26 traffic-class 3\ninterface Ethernet0\n qos-map dscp-tc D\n");
    CHECK(read.device().fragment);
    CHECK_FALSE(read.port("Ethernet0").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet0").ip_mtu.known());
    CHECK(read.port("Ethernet0").trust.is(Trust::dscp));
}

TEST_CASE("a transcript with prompts and pager marks is read")
{
    const Case read(
        "admin@leaf1:~$ sonic-cli\nleaf1# show running-configuration\n!\nhostname leaf1\n--more--\n"
        "interface Ethernet0\n mtu 9216\n priority-flow-control priority 3\nleaf1#\n");
    CHECK(read.device().name == "leaf1");
    CHECK(read.port("Ethernet0").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("neighbours are read from show lldp neighbor")
{
    const Case read(
        "leaf1# show lldp neighbor | no-more\n"
        "-----------------------------------------------------------\nLLDP Neighbors\n"
        "-----------------------------------------------------------\n"
        "Interface:   Ethernet4,via: LLDP\n  Chassis:\n    ChassisID:    00:11:22:33:44:55\n"
        "    SysName:      spine1\n    SysDescr:     SONiC Software Version: SONiC-OS-4.1.0 - HwSku: x\n"
        "    TTL:          120\n    MgmtIP:       192.0.2.9\n    Capability:   ROUTER, ON\n  Port\n"
        "    PortID:       Ethernet0\n    PortDescr:    Eth1/1\n"
        "-----------------------------------------------------------\n"
        "Interface:   Eth1/9,via: LLDP\n  Chassis:\n    ChassisID:    00:11:22:33:44:66\n"
        "    SysName:      spine2\n  Port\n    PortID:       Eth1/2\n"
        "-----------------------------------------------------------\nleaf1# ");
    REQUIRE(read.device().neighbours.size() == 2);
    const Neighbour& seen = read.device().neighbours.front();
    CHECK(read.device().ports.at(seen.port).name == "Ethernet4");
    CHECK(seen.device == "spine1");
    CHECK(seen.port_id == "Ethernet0");
    CHECK(seen.port_description == "Eth1/1");
    CHECK(read.device().ports.at(read.device().neighbours.back().port).name == "Eth1/9");
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("an unknown QoS line is reported, and so is an impossible value")
{
    const Case read(
        with({"qos fancy-policy X\nqos map dscp-tc D\n dscp 99 traffic-class 3\n dscp 26 traffic-class 99\n"
              "interface Ethernet0\n priority-flow-control priority 9\n queue 3 shaped 5\n"}));
    CHECK(read.lines(CoverageState::unsupported) == 2);
    CHECK(read.lines(CoverageState::unrecognised) == 3);
    CHECK(read.reading.problems.size() == 3);
    CHECK_FALSE(read.port("Ethernet0").pfc_tx.known());
}

TEST_SUITE_END();

}
}
