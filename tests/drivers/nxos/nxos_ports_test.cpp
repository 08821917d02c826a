// SPDX-License-Identifier: Apache-2.0
// Ports of NX-OS, their MTU and watchdog, the forms of a capture, and routing.
#include "tests/drivers/nxos/nxos_case.h"
#include "tests/drivers/render_design.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace rocelint::nxos_test {
namespace {

TEST_SUITE_BEGIN("nxos");

TEST_CASE("a switched port has the default MTU, or that of system jumbomtu")
{
    const auto problems = [](std::initializer_list<const char*> parts) {
        const Case read(with(parts));
        std::vector<std::string> said;
        for (const SyntaxProblem& problem : read.reading.problems)
            said.push_back(problem.message);
        return said;
    };
    CHECK(problems({"interface Ethernet1/1-2\n  switchport\n  mtu 9100\n"})
        == std::vector<std::string>{
            "mtu 9100: a switched port of NX-OS has MTU 1500 or that of `system jumbomtu`, which is 9216"});
    CHECK(problems({"system jumbomtu 9100\ninterface Ethernet1/1\n  switchport\n  mtu 9100\n"}).empty());
    CHECK(problems({"system jumbomtu 8000\ninterface Ethernet1/1\n  mtu 9216\n"}).size() == 1);
    CHECK(problems({"interface Ethernet1/1\n  mtu 9216\ninterface Ethernet1/2\n  mtu 1500\n"}).empty());
    CHECK(problems({"interface Ethernet1/1\n  no switchport\n  mtu 9100\ninterface Vlan7\n  mtu 9100\n"})
              .empty());
    CHECK(problems({"system jumbomtu 1400\n"}).size() == 1);
}

TEST_CASE("a port's line may multiply the watchdog's interval, and ask that nothing be done")
{
    const Case read(with(
        {"priority-flow-control watch-dog-interval on\npriority-flow-control watch-dog interval 100\n"
         "priority-flow-control watch-dog shutdown-multiplier 2\n"
         "interface Ethernet1/1\n  priority-flow-control watch-dog-interval on interface-multiplier 5\n"
         "interface Ethernet1/2\n  priority-flow-control watch-dog-interval on disable-action\n"
         "interface Ethernet1/3\n"
         "  priority-flow-control watch-dog-interval on disable-action interface-multiplier 3\n"
         "interface Ethernet1/4\n  priority-flow-control watch-dog-interval on interface-multiplier 0\n"}));
    CHECK(read.port("Ethernet1/1").watchdog.detection.is(Milliseconds{500}));
    CHECK(read.port("Ethernet1/1").watchdog.action.is(WatchdogAction::drop));
    CHECK(read.port("Ethernet1/2").watchdog.detection.is(Milliseconds{200}));
    CHECK(read.port("Ethernet1/2").watchdog.action.is(WatchdogAction::alert));
    CHECK(read.port("Ethernet1/3").watchdog.detection.is(Milliseconds{300}));
    CHECK(read.port("Ethernet1/3").watchdog.action.is(WatchdogAction::alert));
    CHECK(read.port("Ethernet1/3").watchdog.enabled.is(true));
    CHECK(read.port("Ethernet1/4").watchdog.detection.is(Milliseconds{200}));
    CHECK(read.lines(CoverageState::unsupported) == 0);
}

TEST_CASE("the watchdog's interval is 100 ms unless a line states it, and the multipliers hold for it too")
{
    constexpr const char* on = "priority-flow-control watch-dog-interval on\n";
    constexpr const char* ports = "interface Ethernet1/1\n  mtu 1500\n"
                                  "interface Ethernet1/2\n"
                                  "  priority-flow-control watch-dog-interval on interface-multiplier 5\n";
    const Case silent(with({on, ports}));
    CHECK(silent.port("Ethernet1/1").watchdog.detection.is(Milliseconds{100}));
    CHECK(silent.port("Ethernet1/1").watchdog.detection.origin.kind() == OriginKind::default_);
    CHECK(silent.port("Ethernet1/2").watchdog.detection.is(Milliseconds{500}));
    CHECK(silent.port("Ethernet1/2").watchdog.detection.configured());
    const Case times(with({on, "priority-flow-control watch-dog shutdown-multiplier 4\n", ports}));
    CHECK(times.port("Ethernet1/1").watchdog.detection.is(Milliseconds{400}));
    CHECK(times.port("Ethernet1/1").watchdog.detection.configured());
    const Case strange(with({on, "priority-flow-control watch-dog interval soon\n", ports}));
    CHECK_FALSE(strange.port("Ethernet1/1").watchdog.detection.known());
}

TEST_CASE("a detection time beyond the longest interval is rendered by the multiplier of the switch")
{
    DeviceDesign design = render_design::switch_design("nxos", "leaf1", Role::leaf);
    render_design::add_port(design, render_design::mixed_port(0, "Ethernet1/1"));
    const auto rendered = [&](std::uint32_t detection) {
        design.watchdog.detection = Milliseconds{detection};
        return nxos::driver.render(design).files.at(0).text;
    };
    const std::string five = rendered(5000);
    CHECK(five.find("watch-dog interval 1000\npriority-flow-control watch-dog shutdown-multiplier 5\n")
        != std::string::npos);
    CHECK(Case(five).port("Ethernet1/1").watchdog.detection.is(Milliseconds{5000}));
    CHECK(Case(rendered(1500)).port("Ethernet1/1").watchdog.detection.is(Milliseconds{1500}));
    CHECK(rendered(200).find("shutdown-multiplier") == std::string::npos);
    // 70 intervals of a second would be needed.
    CHECK(rendered(70'000).find("watch-dog interval 1000\n") != std::string::npos);
}

TEST_CASE("the watchdog requires the line of the whole switch")
{
    const Case both(
        with({"priority-flow-control watch-dog-interval on\npriority-flow-control watch-dog interval 100\n"
              "priority-flow-control watch-dog shutdown-multiplier 2\n"
              "interface Ethernet1/1\n  priority-flow-control watch-dog-interval on\n"
              "interface Ethernet1/2\n  priority-flow-control watch-dog-interval off\n"
              "interface Ethernet1/3\n  mtu 1500\n"}));
    CHECK(both.port("Ethernet1/1").watchdog.enabled.is(true));
    CHECK(both.port("Ethernet1/1").watchdog.detection.is(Milliseconds{200}));
    CHECK(both.port("Ethernet1/2").watchdog.enabled.is(false));
    CHECK(both.port("Ethernet1/3").watchdog.enabled.is(true));
    const Case alone(with({"interface Ethernet1/1\n  priority-flow-control watch-dog-interval on\n"
                           "interface Ethernet1/2\n  mtu 1500\n"}));
    CHECK_FALSE(alone.port("Ethernet1/1").watchdog.enabled.known());
    CHECK(alone.port("Ethernet1/2").watchdog.enabled.is(false));
}

TEST_CASE("a port is the same however its name is spelt, in ranges and lists")
{
    const Case read(with({"interface ethernet 1/1-3, Ethernet1/7\n  mtu 9216\n"
                          "interface Ethernet 1/5-1/6\n  mtu 9000\n"
                          "interface Ethernet1/2\n  shutdown\n"
                          "interface port-Channel 4\n  mtu 9216\n"
                          "interface vlan9\n  no shutdown\n"
                          "interface Vlan10\n  mtu 9216\n"
                          "interface Ethernet1/9/2\n  mtu 9216\n"}));
    CHECK(read.port("Ethernet1/1").max_frame.is(Bytes{9230}));
    CHECK(read.port("Ethernet1/2").admin_up.is(false));
    CHECK(read.port("Ethernet1/2").ip_mtu.is(Bytes{9216}));
    CHECK(read.port("Ethernet1/6").ip_mtu.is(Bytes{9000}));
    CHECK(read.port("Ethernet1/7").ip_mtu.is(Bytes{9216}));
    CHECK(read.port("port-channel4").kind == PortKind::lag);
    CHECK(read.port("Vlan9").admin_up.is(true));
    CHECK(read.port("Vlan10").admin_up.is(false));
    CHECK(read.port("Ethernet1/9/2").kind == PortKind::physical);
    CHECK(read.device().ports.size() == 10);
}

TEST_CASE("a transcript with prompts, pager marks and banners is read, but not the text of a banner")
{
    const Case read(
        "Last login: Mon Mar  2 2026\nleaf1# show running-config\n\n!Command: show running-config\n"
        "hostname leaf1\nbanner motd #\ninterface Ethernet1/9\n  shutdown\nkeep out #\n"
        "banner exec ^Cinterface Ethernet1/8\n^C\n"
        "scheduler job name j\ninterface Ethernet1/7\nend-job\n"
        "interface Ethernet1/1\n  mtu 9216\n--More--\n  speed 100000\nleaf1# \n");
    CHECK(read.device().ports.size() == 1);
    CHECK(read.port("Ethernet1/1").ip_mtu.is(Bytes{9216}));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("show running-config all states the defaults")
{
    const Case read(
        "!Command: show running-config all\nhostname leaf1\ninterface Ethernet1/1\n  speed auto\n"
        "  priority-flow-control mode auto\n  flowcontrol receive off\n  flowcontrol send off\n  mtu 1500\n"
        "  switchport\n  no shutdown\n  negotiate auto\n");
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(port.pause_rx.is(false));
    CHECK(port.routed.is(false));
    CHECK_FALSE(port.speed.known());
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("a fragment has no defaults")
{
    const Case read(
        "interface Ethernet1/1\n  service-policy type qos input IN\n  priority-flow-control mode on\n");
    CHECK(read.device().fragment);
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet1/1").ip_mtu.known());
}

TEST_CASE("neighbours are read from the detailed listing of LLDP")
{
    const Case read(
        "Capability codes:\n  (R) Router, (B) Bridge\n\nChassis id: 0014.1c57.a48b\nPort id: Ethernet1/5\n"
        "Local Port id: Eth1/1\nPort Description: to leaf1\nSystem Name: spine1.example.com\n"
        "System Description: Cisco Nexus Operating System (NX-OS) Software 10.3(4a)\n"
        "TAC support: http://www.cisco.com/tac\nCopyright (c) 2002-2023, Cisco Systems, Inc.\n"
        "Time remaining: 91 seconds\nSystem Capabilities: B, R\nEnabled Capabilities: B, R\n"
        "Management Address: 10.0.0.5\nVlan ID: 1\n\n\nTotal entries displayed: 1\n");
    REQUIRE(read.device().neighbours.size() == 1);
    const Neighbour& seen = read.device().neighbours.front();
    CHECK(seen.device == "spine1.example.com");
    CHECK(seen.port_id == "Ethernet1/5");
    CHECK(read.device().ports.at(seen.port).name == "Ethernet1/1");
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("addresses, routes, hashes and the vPC peer link are read; other VRFs are reported")
{
    const Case read(with(
        {"ip load-sharing address source-destination port source-destination universal-id 77 rotate 5\n"
         "port-channel load-balance src-dst ip-l4port\n"
         "vrf context management\n  ip route 0.0.0.0/0 10.9.9.1\n"
         "vrf context tenant\n  ip route 0.0.0.0/0 10.8.8.1\n"
         "ip route 0.0.0.0/0 10.0.0.0\n"
         "router bgp 65001\n  neighbor 10.0.0.0\n    remote-as 65000\n    address-family ipv4 unicast\n      allowas-in 2\n"
         "interface port-channel1\n  vpc peer-link\n"
         "interface Ethernet1/1\n  no switchport\n  ip address 10.0.0.1/31\n"}));
    const Device& device = read.device();
    CHECK(device.load_balancing.ecmp.value.has(HashField::source_port));
    CHECK(device.load_balancing.ecmp_seed.is(77));
    CHECK(device.load_balancing.lag.value.has(HashField::destination_ip));
    CHECK(device.forwarding.routes.size() == 1);
    CHECK(device.forwarding.addresses.size() == 1);
    CHECK(device.forwarding.bgp_asn.is(65001));
    CHECK(device.forwarding.allow_own_as.is(2));
    CHECK(device.forwarding.mlag_peer_link.is(device.find_port("port-channel1")));
    CHECK(read.lines(CoverageState::unsupported) == 1);
}

TEST_CASE("BGP takes one path by default, and the largest number that an address family states")
{
    const Case plain(with({"router bgp 65001\n  router-id 10.255.0.1\n"}));
    CHECK(plain.device().load_balancing.most_paths.is(1));
    CHECK(plain.device().load_balancing.relaxed_paths.is(false));
    const Case wide(
        with({"router bgp 65001\n  bestpath as-path multipath-relax\n  address-family ipv4 unicast\n"
              "    maximum-paths 16\n    maximum-paths ibgp 8\n"}));
    CHECK(wide.device().load_balancing.most_paths.is(16));
    CHECK(wide.device().load_balancing.relaxed_paths.is(true));
    CHECK_FALSE(Case(with({})).device().load_balancing.most_paths.peek_known());
}

TEST_CASE("how many paths BGP of a VRF takes is not read")
{
    constexpr const char* vrf = "  vrf RDMA\n    bestpath as-path multipath-relax\n"
                                "    address-family ipv4 unicast\n      maximum-paths 64\n";
    const Case one(with({"router bgp 65001\n  router-id 10.255.0.1\n", vrf}));
    CHECK_FALSE(one.device().load_balancing.most_paths.peek_known());
    CHECK_FALSE(one.device().load_balancing.relaxed_paths.peek_known());
    CHECK(one.device().load_balancing.most_paths.origin != OriginId{});
    const Case both(with({"router bgp 65001\n  address-family ipv4 unicast\n    maximum-paths 8\n", vrf}));
    CHECK(both.device().load_balancing.most_paths.is(8));
    CHECK_FALSE(both.device().load_balancing.relaxed_paths.peek_known());
}

TEST_SUITE_END();

}
}
