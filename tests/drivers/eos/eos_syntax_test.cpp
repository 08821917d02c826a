// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/grammar.h"
#include "drivers/eos/syntax.h"
#include "drivers/line_cli/live/terminal.h"
#include "tests/drivers/eos/eos_case.h"

namespace rocelint {
namespace {

using eos_case::Case;

TEST_CASE("the first word of a port's name gives its kind")
{
    CHECK(eos::kind_of_port("Ethernet1/1") == PortKind::physical);
    CHECK(eos::kind_of_port("Et1") == PortKind::physical);
    CHECK(eos::kind_of_port("Port-Channel10") == PortKind::lag);
    CHECK(eos::kind_of_port("Ethernet1.100") == PortKind::subinterface);
    CHECK(eos::kind_of_port("Port-Channel1.5") == PortKind::subinterface);
    CHECK(eos::kind_of_port("Vlan100") == PortKind::vlan);
    CHECK(eos::kind_of_port("Vxlan1") == PortKind::tunnel);
    CHECK(eos::kind_of_port("Loopback0") == PortKind::loopback);
    CHECK(eos::kind_of_port("Management1") == PortKind::management);
    CHECK(eos::kind_of_port("Recirc-Channel1") == PortKind::internal);
    CHECK(eos::kind_of_port("Thing1") == PortKind::other);
}

// The value in one slot of a line; empty if the line is not understood.
std::optional<std::uint64_t> value_of(line_cli::Scopes scope, std::string_view line, std::size_t slot)
{
    const line_cli::Match match = eos::grammar().match(scope, line);
    return match.statement != nullptr && match.fact.values[slot].written()
        ? std::optional(match.fact.value(slot))
        : std::nullopt;
}

TEST_CASE("times, speeds and code points are read in EOS notation")
{
    const auto seconds = [](std::string_view text) {
        return value_of(
            eos::scope::top, "priority-flow-control pause watchdog default timeout " + std::string(text), 0);
    };
    CHECK(seconds("0.05") == 50);
    CHECK(seconds("10.001") == 10001);
    CHECK(seconds("2") == 2000);
    CHECK_FALSE(seconds("0.0001"));
    CHECK_FALSE(seconds("."));
    CHECK_FALSE(seconds("99999999999"));
    const auto speed = [](std::string_view text) {
        return eos::speed_of(
                   value_of(eos::scope::port, "speed " + std::string(text), 1).value_or(std::uint64_t{0}))
            / 1'000'000;
    };
    CHECK(speed("100g-4") == 100'000);
    CHECK(speed("400g") == 400'000);
    CHECK(speed("forced 100gfull") == 100'000);
    CHECK(speed("10000full") == 10'000);
    CHECK(speed("auto 100full") == 100);
    CHECK(speed("1.6t-8") == 1'600'000);
    CHECK(speed("auto") == 0);
    CHECK(speed("fast") == 0);
    CHECK(eos::lanes_of(*value_of(eos::scope::port, "speed 100g-4", 1)) == 4);
    const auto point = [](std::string_view text) {
        return value_of(eos::scope::top, "qos map dscp " + std::string(text) + " to traffic-class 1", 0);
    };
    CHECK(point("ef") == std::uint64_t{1} << 46);
    CHECK(point("cs3") == std::uint64_t{1} << 24);
    CHECK(point("af31") == std::uint64_t{1} << 26);
    CHECK_FALSE(point("64"));
    CHECK_FALSE(point("af44"));
}

TEST_CASE("a file is recognised by lines that only EOS writes")
{
    struct DetectRow {
        std::string_view text;
        bool ours;
    };
    constexpr DetectRow rows[] = {
        {"! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)\n", true},
        {"!RANCID-CONTENT-TYPE: arista\n!\n", true},
        {"interface Ethernet1\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n",
            true},
        {"interface profile P\n   command mtu 9214\n", true},
        {"Interface Ethernet1 detected 1 LLDP neighbors:\n", true},
        {"hostname x\ninterface Ethernet1/1\n  mtu 9216\n  priority-flow-control mode on\n", false},
        {"!Command: show running-config\n"
         "hostname n9k\n"
         "interface Ethernet1/1\n"
         "  priority-flow-control mode on\n",
            false},
        {"! Version 10.5.2\ninterface ethernet1/1/1\n priority-flow-control mode on\n", false},
        {"!Version ArubaOS-CX FL.10.06\nhostname sw\n", false},
        {"{\"config\": \"! device: leaf1 (X, EOS-4.28)\"}", false},
        {"", false},
        {"\n\n", false},
    };
    for (const DetectRow& row : rows) {
        CAPTURE(row.text);
        const Source source(0, "x", row.text);
        CHECK((detect(eos::driver, source).confidence > 0) == row.ours);
    }
}

TEST_CASE("the header comment gives name, model and version")
{
    const Case whole("! Command: show running-config all\n"
                     "! device: leaf1 (DCS-7060X6-64PE, EOS-4.32.2F-3819 (engineering build))\n"
                     "!\n"
                     "interface Ethernet1\n");
    CHECK(whole.device().name == "leaf1");
    CHECK_FALSE(whole.device().name_is_configured);
    CHECK(whole.device().model == "DCS-7060X6-64PE");
    CHECK(whole.device().version == "4.32.2F-3819");
    CHECK_FALSE(whole.device().fragment);

    const Case unnamed("! device: localhost (cEOSLab, EOS-4.26.1F)\ninterface Ethernet1\n");
    CHECK(unnamed.device().name == "fallback");
    CHECK(eos::identity(unnamed.tree).empty());

    const Case named("! device: old (cEOSLab, EOS-4.26.1F)\nhostname leaf7\n");
    CHECK(named.device().name == "leaf7");
    CHECK(named.device().name_is_configured);
    CHECK(named.sources.text_at(named.device().identity) == "hostname leaf7");
}

TEST_CASE("a file without identity is a fragment without defaults")
{
    const Case part("interface Ethernet1\n   description x\n");
    CHECK(part.device().fragment);
    const Port& port = part.port("Ethernet1");
    CHECK_FALSE(port.pfc_tx.known());
    CHECK_FALSE(port.trust.known());
    CHECK_FALSE(port.routed.known());
    CHECK_FALSE(port.queues_visible);
}

TEST_CASE("a transcript is read between its prompts")
{
    const Case pasted("> show running-config\n"
                      "! Command: show running-config at line 1\n"
                      "hostname leaf1\n"
                      "!\n"
                      "interface Ethernet1\n"
                      "   no switchport\n"
                      "   mtu 9214\n"
                      "!\n"
                      "end\n"
                      "lab@host:~/fabric$\n");
    CHECK(pasted.port("Ethernet1").ip_mtu.is(Bytes{9214}));
    CHECK(pasted.coverage.count(CoverageState::unrecognised) == 0);
    CHECK(line_cli::is_prompt("leaf1#show running-config"));
    CHECK(line_cli::is_prompt("leaf1(config-if-Et1)#mtu 9214"));
    CHECK_FALSE(line_cli::is_prompt("snmp-server community a#b"));
    CHECK_FALSE(line_cli::is_prompt("frobnicate"));
    CHECK_FALSE(line_cli::is_prompt("->         Willing:    No     Yes"));
}

TEST_CASE("text up to EOF is not parsed as configuration")
{
    const Case text("hostname leaf1\n"
                    "banner motd\n"
                    "interface Ethernet9\n"
                    "   mtu 1\n"
                    "EOF\n"
                    "interface Ethernet1\n"
                    "   comment\n"
                    "   mtu 42\n"
                    "   EOF\n"
                    "   mtu 9000\n"
                    "   no switchport\n");
    CHECK(text.device().ports.size() == 1);
    CHECK(text.port("Ethernet1").ip_mtu.is(Bytes{9000}));
    CHECK(text.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("every line has exactly one state, and unknown lines are not hidden")
{
    struct StateRow {
        std::string_view line;
        CoverageState state;
    };
    constexpr StateRow rows[] = {
        {"aaa authorization exec default local", CoverageState::irrelevant},
        {"router bgp 65001\n   neighbor 10.0.0.1 remote-as 65000", CoverageState::irrelevant},
        {"ip access-list A\n   10 permit ip any any", CoverageState::irrelevant},
        {"no ip routing vrf MGMT", CoverageState::irrelevant},
        {"platform tfa personality arfa", CoverageState::irrelevant},
        {"platform trident mmu queue profile P\n   ingress headroom 64000", CoverageState::unsupported},
        {"load-balance policies\n   load-balance sand profile x", CoverageState::unsupported},
        {"ip load-sharing trident fields ip source-ip", CoverageState::read},
        {"qos random-detect ecn allow non-ect", CoverageState::unsupported},
        {"qos map exp 0 to traffic-class 0", CoverageState::irrelevant},
        {"qos rewrite dscp", CoverageState::read},
        {"frobnicate everything", CoverageState::unrecognised},
        {"interface Ethernet1\n   frobnicate", CoverageState::unrecognised},
        {"interface Ethernet1\n   storm-control broadcast level 1", CoverageState::irrelevant},
        {"interface Ethernet1\n   storm-control all level 1", CoverageState::unsupported},
        {"interface Ethernet1\n   dcbx mode ieee", CoverageState::unsupported},
        {"interface Ethernet1\n   no dcbx mode", CoverageState::irrelevant},
        {"interface Ethernet1\n   l2 mtu 9000", CoverageState::unsupported},
        {"interface Ethernet1\n   tx-queue 3\n      frobnicate", CoverageState::unrecognised},
        {"interface Ethernet1\n   tx-queue 3\n      bandwidth guaranteed percent 10",
            CoverageState::unsupported},
        {"interface Ethernet1\n   tx-queue 3\n      random-detect ecn count", CoverageState::irrelevant},
        {"interface Ethernet1\n   mc-tx-queue 3\n      priority strict", CoverageState::unsupported},
        {"interface Vxlan1\n   vxlan qos ecn propagation", CoverageState::read},
        {"interface Vxlan1\n   vxlan qos dscp propagation encapsulation", CoverageState::unsupported},
        {"interface Vxlan1\n   vxlan vlan 5 vni 5", CoverageState::irrelevant},
        {"qos profile P\n   frobnicate", CoverageState::unrecognised},
        {"interface profile P\n   command mtu 9214", CoverageState::unsupported},
        {"interface profile P\n   command ptp enable", CoverageState::irrelevant},
        {"policy-map type copp C\n   class x\n      shape pps 1", CoverageState::irrelevant},
        {"policy-map type quality-of-service P\n"
         "   class class-default\n"
         "      police rate 1 mbps burst-size 1 mbytes",
            CoverageState::read},
        {"policy-map type quality-of-service P\n"
         "   class class-default\n"
         "      police shared POLICER",
            CoverageState::unsupported},
    };
    for (const StateRow& row : rows) {
        CAPTURE(row.line);
        const Case one("hostname leaf1\n" + std::string(row.line) + "\n");
        CHECK(one.coverage.count(row.state) >= 1);
        for (const CoverageState bad : {CoverageState::unsupported, CoverageState::unrecognised})
            CHECK((row.state == bad || one.coverage.count(bad) == 0));
        const std::uint32_t sum = one.coverage.count(CoverageState::read)
            + one.coverage.count(CoverageState::irrelevant) + one.coverage.count(CoverageState::unsupported)
            + one.coverage.count(CoverageState::unrecognised);
        CHECK(sum == one.coverage.total);
    }
}

TEST_CASE("neighbours are read from show lldp neighbors detail")
{
    const Case lldp("Interface Ethernet1/1 detected 1 LLDP neighbors:\n"
                    "\n"
                    "  Neighbor 2cc2.6081.eaf9/\"Ethernet49\", age 12 seconds\n"
                    "  Discovered 0:01:11 ago; Last changed 0:01:11 ago\n"
                    "  - Port ID type: Interface name (5)\n"
                    "    Port ID     : \"Ethernet49\"\n"
                    "  - Port Description: \"to leaf1\"\n"
                    "  - System Name: \"spine2.company.com\"\n"
                    "\n"
                    "Interface Ethernet2/1 detected 0 LLDP neighbors:\n"
                    "\n");
    CHECK(lldp.device().fragment);
    REQUIRE(lldp.device().neighbours.size() == 1);
    const Neighbour& neighbour = lldp.device().neighbours[0];
    CHECK(lldp.device().ports[neighbour.port].name == "Ethernet1/1");
    CHECK(neighbour.device == "spine2.company.com");
    CHECK(neighbour.port_id == "Ethernet49");
    CHECK(neighbour.port_description == "to leaf1");
    CHECK(lldp.coverage.count(CoverageState::unrecognised) == 0);
    CHECK_FALSE(lldp.port("Ethernet1/1").pfc_tx.known());
}

TEST_CASE("neighbours join the ports of the configuration that they are read with")
{
    SourceSet sources(2);
    sources.put(
        std::make_unique<Source>(0, "a.cfg", "hostname leaf1\ninterface Ethernet1/1\n   no switchport\n"));
    sources.put(std::make_unique<Source>(
        1, "b.txt", "Interface Ethernet1/1 detected 1 LLDP neighbors:\n  Neighbor 1/\"Et3\", age 1\n"));
    std::vector<Tree> trees;
    for (SourceId id = 0; id < 2; ++id)
        trees.push_back(eos::driver.parse(*sources.find(id)));
    const Reading reading = eos::driver.read(trees, "fallback");
    CHECK_FALSE(reading.device.fragment);
    CHECK(reading.device.ports.size() == 1);
    REQUIRE(reading.device.neighbours.size() == 1);
    CHECK(reading.device.neighbours[0].port == 0);
    CHECK(reading.device.ports[0].routed.is(true));
}

}
}
