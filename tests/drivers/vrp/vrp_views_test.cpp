// SPDX-License-Identifier: Apache-2.0
// Lines that are for several ports: of a slot, a VLAN, a group, an Eth-Trunk. Negations, and forms of other releases.
#include "drivers/vrp/vrp.h"
#include "tests/drivers/text_case.h"

#include <string>

namespace rocelint::vrp_views_test {
namespace {

struct Views : tests::TextCase {
    explicit Views(const std::string& lines)
        : TextCase(vrp::driver,
            "leaf1.cfg",
            "!Software Version V300R023C00SPC500\n#\nsysname leaf1\n#\n" + lines + "return\n")
    {
    }
};

TEST_SUITE_BEGIN("vrp");

TEST_CASE("a line for one slot applies to the ports of that slot alone")
{
    const Views read("dcb pfc dscp-mapping enable slot 1\n#\n"
                     "dcb pfc deadlock recovery-behavior discard slot 2\n#\n"
                     "interface 100GE1/0/1\n trust dscp\n dcb pfc enable\n#\n"
                     "interface 100GE2/0/1\n trust dscp\n dcb pfc enable\n#\n");
    CHECK(read.port("100GE1/0/1").tc_to_priority_group.known());
    CHECK_FALSE(read.port("100GE2/0/1").tc_to_priority_group.known());
    CHECK(read.port("100GE1/0/1").watchdog.action.is(WatchdogAction::forward));
    CHECK(read.port("100GE2/0/1").watchdog.action.is(WatchdogAction::drop));
    const Views undone("dcb pfc dscp-mapping enable slot 1\n#\ndcb pfc dscp-mapping enable slot 2\n#\n"
                       "undo dcb pfc dscp-mapping enable slot 2\n#\n"
                       "interface 100GE1/0/1\n trust dscp\n#\ninterface 100GE2/0/1\n trust dscp\n#\n");
    CHECK(undone.port("100GE1/0/1").tc_to_priority_group.known());
    CHECK_FALSE(undone.port("100GE2/0/1").tc_to_priority_group.known());
}

TEST_CASE("an Eth-Trunk pauses by class if the slots of all of its members do")
{
    const std::string ports
        = "interface Eth-Trunk1\n trust dscp\n#\n"
          "interface 100GE1/0/1\n eth-trunk 1\n#\ninterface 100GE2/0/1\n eth-trunk 1\n#\n";
    const Views one("dcb pfc dscp-mapping enable slot 1\n#\n" + ports);
    CHECK_FALSE(one.port("Eth-Trunk1").tc_to_priority_group.known());
    const Views both(
        "dcb pfc dscp-mapping enable slot 1\n#\ndcb pfc dscp-mapping enable slot 2\n#\n" + ports);
    CHECK(both.port("Eth-Trunk1").tc_to_priority_group.known());
}

TEST_CASE("a traffic-policy of a VLAN or a bridge domain may concern every switched port")
{
    const std::string ports = "interface 100GE1/0/1\n trust dscp\n#\n"
                              "interface 100GE1/0/2\n undo portswitch\n ip address 10.0.0.1 31\n#\n";
    for (const char* view : {"vlan 100\n", "bridge-domain 100\n"}) {
        CAPTURE(view);
        const Views read(std::string(view) + " traffic-policy P inbound\n#\n" + ports);
        CHECK_FALSE(read.port("100GE1/0/1").ingress_policy.known());
        CHECK(read.port("100GE1/0/2").ingress_policy.known());
        REQUIRE(read.device().meters.size() == 1);
        CHECK(read.device().meters[0].effect == MeterEffect::unknown);
        CHECK(read.device().ports[read.device().meters[0].port].kind == PortKind::vlan);
        CHECK(read.coverage.count(CoverageState::unsupported) == 1);
        const Views outbound(std::string(view) + " traffic-policy P outbound\n#\n" + ports);
        CHECK(outbound.port("100GE1/0/1").ingress_policy.known());
        CHECK(outbound.device().meters.empty());
    }
    const Views none("vlan batch 10 20\n#\nvlan 100\n description storage\n#\n" + ports);
    CHECK(none.port("100GE1/0/1").ingress_policy.known());
    CHECK(none.coverage.count(CoverageState::unrecognised) == 0);
    CHECK(none.coverage.count(CoverageState::unsupported) == 0);
}

TEST_CASE("a traffic-policy of a group, a slot or a VPN instance concerns the ports that it may be for")
{
    const std::string ports = "interface 100GE1/0/1\n undo portswitch\n ip binding vpn-instance RDMA\n#\n"
                              "interface 100GE2/0/1\n undo portswitch\n#\n";
    const Views group(
        "qos group G\n group-member interface 100GE1/0/1\n traffic-policy P inbound\n#\n" + ports);
    CHECK_FALSE(group.port("100GE1/0/1").ingress_policy.known());
    CHECK_FALSE(group.port("100GE2/0/1").ingress_policy.known());
    const Views slot("traffic-policy P global slot 2 inbound\n#\n" + ports);
    CHECK(slot.port("100GE1/0/1").ingress_policy.known());
    CHECK_FALSE(slot.port("100GE2/0/1").ingress_policy.known());
    const Views vpn(
        "ip vpn-instance RDMA\n ipv4-family\n  route-distinguisher 1:1\n traffic-policy P inbound\n#\n"
        + ports);
    CHECK_FALSE(vpn.port("100GE1/0/1").ingress_policy.known());
    CHECK(vpn.port("100GE2/0/1").ingress_policy.known());
    const Views all("traffic-policy P global inbound\n#\n" + ports);
    CHECK_FALSE(all.port("100GE1/0/1").ingress_policy.known());
    CHECK_FALSE(all.port("100GE2/0/1").ingress_policy.known());
}

TEST_CASE("an Eth-Trunk names its members, or they name it")
{
    const Views read(
        "interface Eth-Trunk1\n trunkport 100GE 1/0/1 to 1/0/3 1/0/5\n undo trunkport 100GE 1/0/2\n#\n"
        "interface Eth-Trunk2\n trunkport 100GE1/0/6\n#\n"
        "interface 100GE1/0/1\n#\ninterface 100GE1/0/2\n#\ninterface 100GE1/0/3\n#\n"
        "interface 100GE1/0/5\n#\ninterface 100GE1/0/6\n#\n"
        "interface 100GE1/0/7\n eth-trunk 2 mode active\n#\n");
    const std::uint32_t first = read.device().find_port("Eth-Trunk1");
    const std::uint32_t second = read.device().find_port("Eth-Trunk2");
    CHECK(read.port("100GE1/0/1").lag == first);
    CHECK(read.port("100GE1/0/2").lag == Port::no_index);
    CHECK(read.port("100GE1/0/3").lag == first);
    CHECK(read.port("100GE1/0/5").lag == first);
    CHECK(read.port("100GE1/0/6").lag == second);
    CHECK(read.port("100GE1/0/7").lag == second);
    CHECK(read.first_problem() == "");
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
    CHECK(Views("interface Eth-Trunk1\n trunkport 100GE 1/0/9 to 1/0/1\n#\n")
              .coverage.count(CoverageState::unrecognised)
        == 1);
}

TEST_CASE("a port in internal loopback reaches no neighbour")
{
    const Views read("interface 100GE1/0/1\n loopback internal\n loopback-detect enable\n#\n"
                     "interface 100GE1/0/2\n loopback internal\n undo loopback\n#\n");
    CHECK_FALSE(read.port("100GE1/0/1").admin_up.known());
    CHECK(read.coverage.count(CoverageState::unsupported) == 2);
}

TEST_CASE("the MTU of a VLAN interface does not limit what is forwarded")
{
    const Views read("interface Vlanif10\n mtu 9000\n#\ninterface Vlanif20\n#\n");
    CHECK_FALSE(read.port("Vlanif10").ip_mtu.known());
    CHECK_FALSE(read.port("Vlanif20").ip_mtu.known());
}

TEST_CASE("a negation takes priorities out of a PFC profile, except the one that every profile has")
{
    const auto paused = [](const char* lines) {
        const Views read(
            "dcb pfc\n" + std::string(lines) + "#\ninterface 100GE1/0/1\n dcb pfc enable mode manual\n#\n");
        CHECK(read.first_problem() == "");
        return to_string(read.port("100GE1/0/1").pfc_tx.value_or({}));
    };
    CHECK(paused(" priority 4 5\n undo priority 4\n") == to_string(PrioritySet{0b0010'1000}));
    CHECK(paused(" priority 4 5\n undo priority 4 5\n") == to_string(PrioritySet::of(3)));
    CHECK(paused(" priority 4 5\n undo priority\n") == to_string(PrioritySet::of(3)));
    CHECK(paused(" undo priority 3\n") == to_string(PrioritySet::of(3)));
    CHECK(paused(" undo priority 4\n priority 4\n") == to_string(PrioritySet{0b0001'1000}));
}

TEST_CASE("the negation of the hash restores the default, and takes no fields")
{
    const auto hash = [](const char* lines) {
        return Views("load-balance ecmp\n" + std::string(lines) + "#\n").device().load_balancing.ecmp;
    };
    HashFields source;
    source.insert(HashField::source_ip);
    CHECK(hash(" ip src-ip\n").is(source));
    CHECK(hash(" ip src-ip\n undo ip\n").known());
    CHECK_FALSE(hash(" ip src-ip\n undo ip\n").is(source));
    CHECK_FALSE(hash(" ip src-ip dst-ip\n undo ip src-ip\n").known());
}

TEST_CASE("bursts are in megabytes too, and a jumbo frame may have its own least size")
{
    const Views read("interface 100GE1/0/1\n qos queue 3 shaping cir 10 gbps cbs 4 mbytes\n"
                     " qos lr cir 20 gbps cbs 4 mbytes outbound\n jumboframe enable 9000 8000\n#\n");
    CHECK(read.first_problem() == "");
    CHECK(read.port("100GE1/0/1").limit.is(BitsPerSecond{20'000'000'000}));
    CHECK(read.port("100GE1/0/1").max_frame.is(Bytes{8996}));
}

TEST_CASE("a word for FEC or speed that no manual has is not read, and no error")
{
    const Views read("interface 100GE1/0/1\n fec mode auto\n#\ninterface 100GE1/0/2\n speed 800000\n#\n"
                     "interface 100GE1/0/3\n fec mode rs\n undo fec mode\n#\n");
    CHECK(read.first_problem() == "");
    CHECK_FALSE(read.port("100GE1/0/1").fec.known());
    CHECK(read.coverage.count(CoverageState::unsupported) == 2);
    CHECK(read.port("100GE1/0/3").fec.origin == OriginId{});
}

TEST_CASE("only hardware with PFC has the smaller limit of frames")
{
    const std::string port = "interface 10GE1/0/1\n jumboframe enable 12000\n#\n";
    CHECK(Views(port).first_problem() == "");
    CHECK(Views("dcb pfc dscp-mapping enable slot 1\n#\n" + port)
              .first_problem()
              .starts_with("hardware with PFC takes frames up to 9500 bytes, and not 12000"));
}

TEST_CASE("encryption of a port, which delays frames, is listed and not passed over")
{
    const Views read("interface 100GE1/0/1\n macsec profile P\n#\n");
    CHECK(read.coverage.count(CoverageState::unsupported) == 1);
}

TEST_SUITE_END();

}
}
