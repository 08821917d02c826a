// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"

namespace rocelint {
namespace {

using eos_case::Case;
using eos_case::contains;
using eos_case::interface_case;

TEST_CASE("interface lines become port settings with their positions")
{
    constexpr eos_case::Row rows[] = {
        {"   shutdown\n", "admin-up: no (explicit leaf1.cfg:3)"},
        {"   no shutdown\n", "admin-up: yes (explicit leaf1.cfg:3)"},
        {"   description x\n", "admin-up: yes (default: "},
        {"   no switchport\n", "routed: yes (explicit leaf1.cfg:3)"},
        {"   switchport\n", "routed: no (explicit leaf1.cfg:3)"},
        {"   switchport mode trunk\n", "routed: no (default: "},
        {"   no switchport\n   mtu 9214\n", "ip-mtu: 9214 (explicit leaf1.cfg:4)"},
        {"   no switchport\n   mtu 9214\n", "max-frame: 9228 (explicit leaf1.cfg:4)"},
        {"   no switchport\n", "ip-mtu: 1500 (default: "},
        {"   no switchport\n   mtu 9214\n   no mtu\n", "ip-mtu: 1500 (default: "},
        {"   no switchport\n   mtu 70000\n", "ip-mtu: unread (the mtu line is not understood)"},
        {"   mtu 9214\n", "ip-mtu: unread (a switched port has no IP MTU)"},
        {"   mtu 9214\n", "max-frame: unread ("},
        {"   speed 100g-4\n", "speed: 100G (explicit leaf1.cfg:3)"},
        {"   speed forced 400gfull\n", "autoneg: no (explicit leaf1.cfg:3)"},
        {"   speed auto\n", "autoneg: yes (explicit leaf1.cfg:3)"},
        {"   error-correction encoding reed-solomon\n", "fec: rs (explicit leaf1.cfg:3)"},
        {"   no error-correction encoding\n", "fec: none (explicit leaf1.cfg:3)"},
        {"   flowcontrol receive on\n", "pause-rx: yes (explicit leaf1.cfg:3)"},
        {"   flowcontrol send off\n", "pause-tx: no (explicit leaf1.cfg:3)"},
        {"   no flowcontrol send\n", "pause-tx: no (explicit leaf1.cfg:3)"},
        {"   shutdown\n", "pause-tx: no (default: "},
    };
    for (const eos_case::Row& row : rows) {
        CAPTURE(row.lines);
        const std::string text = interface_case(row.lines).port_text("Ethernet1/1");
        CAPTURE(text);
        CHECK(contains(text, row.expected));
    }
}

TEST_CASE("a value that EOS rejects is kept, and reported with the limit and its source")
{
    constexpr eos_case::Row rows[] = {
        {"   no switchport\n   mtu 9300\n",
            "mtu 9300: out of range, 68 to 9214 (Arista EOS User Manual, Ethernet Ports, command mtu)"},
        {"   priority-flow-control pause watchdog port timer timeout 61\n",
            "timeout 61: out of range, 0.01 to 60 in steps of 0.01 (Arista AVD"},
        {"   tx-queue 3\n      random-detect ecn minimum-threshold 300 mbytes maximum-threshold 400 mbytes\n",
            "minimum-threshold 300 mbytes: out of range, 1 to 256000000 bytes (Arista AVD"},
    };
    for (const eos_case::Row& row : rows) {
        CAPTURE(row.lines);
        const Case told = interface_case(row.lines);
        CHECK(contains(told.first_problem(), row.expected));
        REQUIRE(told.reading.problems.size() == 1);
        CHECK(told.reading.problems[0].severity == SyntaxProblem::Severity::warning);
        CHECK(told.coverage.count(CoverageState::unrecognised) == 0);
    }
    CHECK(interface_case(rows[0].lines).port("Ethernet1/1").ip_mtu.is(Bytes{9300}));
}

TEST_CASE("an interface type that EOS does not have makes no port")
{
    const Case read("hostname a\ninterface Etherent5/1\n   mtu 9214\ninterface Ethernet6/1\n   mtu 9214\n");
    CHECK(read.device().ports.size() == 1);
    CHECK(read.coverage.count(CoverageState::unrecognised) == 2);
    REQUIRE(read.reading.problems.size() == 1);
    CHECK(
        read.reading.problems.front().message == "EOS has no interface Etherent5/1; did you mean Ethernet?");
}

TEST_CASE("lines that many ports share are read alike for each of them")
{
    const Case two("hostname leaf1\n"
                   "interface Ethernet1\n"
                   "   mtu 9000\n   no switchport\n   tx-queue 3\n      bandwidth percent 10\n"
                   "   tx-queue 4\n      bandwidth percent 10\n"
                   "interface Ethernet2\n"
                   "   mtu 9000\n   no switchport\n   tx-queue 3\n      bandwidth percent 10\n");
    const auto share = [&](std::string_view port, std::uint8_t number) {
        const Queue* queue = two.device().queue(two.port(port), number);
        REQUIRE(queue != nullptr);
        return two.device().schedulers[queue->scheduler.value.index].bandwidth;
    };
    CHECK(share("Ethernet1", 3).is(Percent::whole(10)));
    CHECK(share("Ethernet1", 4).is(Percent::whole(10)));
    CHECK(share("Ethernet2", 3).is(Percent::whole(10)));
    CHECK_FALSE(share("Ethernet2", 4).known());
    CHECK(two.device().origins.span(two.port("Ethernet2").ip_mtu.origin).offset
        > two.device().origins.span(two.port("Ethernet1").ip_mtu.origin).offset + 10);
    CHECK(two.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("interface defaults apply to ports without lines of their own")
{
    const Case globals("hostname leaf1\n"
                       "interface defaults\n"
                       "   ethernet\n"
                       "      shutdown\n"
                       "   !\n"
                       "   mtu 9000\n"
                       "interface Ethernet1\n"
                       "   no switchport\n"
                       "interface Ethernet2\n"
                       "   no switchport\n"
                       "   mtu 1600\n"
                       "   no shutdown\n"
                       "interface Management1\n");
    CHECK(globals.port("Ethernet1").ip_mtu.is(Bytes{9000}));
    CHECK(globals.port("Ethernet1").ip_mtu.origin.kind() == OriginKind::inherited);
    CHECK(globals.port("Ethernet1").admin_up.is(false));
    CHECK(globals.port("Ethernet2").ip_mtu.is(Bytes{1600}));
    CHECK(globals.port("Ethernet2").admin_up.is(true));
    CHECK(globals.port("Management1").ip_mtu.is(Bytes{1500}));
    CHECK(globals.coverage.count(CoverageState::unrecognised) == 0);

    const Case routed("hostname leaf1\nswitchport default mode routed\ninterface Ethernet1\n");
    CHECK(routed.port("Ethernet1").routed.is(true));
    CHECK(routed.port("Ethernet1").trust.is(Trust::dscp));
}

TEST_CASE("a range configures each of its ports, and later stanzas add to earlier ones")
{
    const Case range("hostname leaf1\n"
                     "interface Ethernet1-3,7/1-2\n"
                     "   no switchport\n"
                     "   mtu 9214\n"
                     "   tx-queue 3\n"
                     "      no priority\n"
                     "interface Ethernet2\n"
                     "   mtu 9000\n");
    CHECK(range.device().ports.size() == 5);
    CHECK(range.port("Ethernet1").ip_mtu.is(Bytes{9214}));
    CHECK(range.port("Ethernet2").ip_mtu.is(Bytes{9000}));
    CHECK(range.port("Ethernet7/2").ip_mtu.is(Bytes{9214}));
    CHECK(range.sources.text_at(range.port("Ethernet2").at) == "interface Ethernet1-3,7/1-2");
    CHECK(range.port("Ethernet7/2").queue_count == 8);

    const Case endless("hostname leaf1\ninterface Ethernet0-99999999\n   mtu 9214\n");
    CHECK(endless.device().ports.empty());
    CHECK(contains(endless.first_problem(), "cannot be expanded"));
    CHECK(endless.coverage.count(CoverageState::unrecognised) == 2);
}

TEST_CASE("members of a port channel have its layer, MTU and classification")
{
    const Case lag("hostname leaf1\n"
                   "interface Port-Channel5\n"
                   "   no switchport\n"
                   "   mtu 9214\n"
                   "   qos trust dscp\n"
                   "   tx-queue 3\n"
                   "      random-detect ecn minimum-threshold 100 kbytes maximum-threshold 200 kbytes\n"
                   "interface Ethernet1\n"
                   "   channel-group 5 mode active\n"
                   "interface Ethernet2\n"
                   "   channel-group 9 mode on\n");
    const Port& member = lag.port("Ethernet1");
    REQUIRE(member.lag != Port::no_index);
    CHECK(lag.device().ports[member.lag].name == "Port-Channel5");
    CHECK(member.routed.is(true));
    CHECK(member.ip_mtu.is(Bytes{9214}));
    CHECK(member.trust.is(Trust::dscp));
    CHECK(member.trust.origin.kind() == OriginKind::inherited);
    CHECK(ecn_of_queue(lag.device(), member, 3).known());
    CHECK_FALSE(ecn_of_queue(lag.device(), member, 3).value.none());
    // A port channel that occurs only in its members' lines.
    CHECK(lag.device().ports[lag.port("Ethernet2").lag].kind == PortKind::lag);
    CHECK(lag.device().ports[lag.port("Ethernet2").lag].name == "Port-Channel9");
}

TEST_CASE("PFC on a port channel leaves its members unread rather than off")
{
    const Case lag("hostname leaf1\n"
                   "interface Port-Channel5\n"
                   "   priority-flow-control on\n"
                   "   priority-flow-control priority 3 no-drop\n"
                   "interface Ethernet1\n"
                   "   channel-group 5 mode active\n");
    CHECK_FALSE(lag.port("Ethernet1").pfc_tx.known());
    CHECK(contains(lag.port_text("Ethernet1"),
        "pfc-tx: unread (priority-flow-control is configured on the port channel"));
}

TEST_CASE("sub-interfaces know their parent")
{
    const Case sub("hostname leaf1\n"
                   "interface Ethernet1/1\n"
                   "   no switchport\n"
                   "interface Ethernet1/1.100\n"
                   "   encapsulation dot1q vlan 100\n"
                   "   mtu 9000\n");
    const Port& port = sub.port("Ethernet1/1.100");
    CHECK(port.kind == PortKind::subinterface);
    REQUIRE(port.parent != Port::no_index);
    CHECK(sub.device().ports[port.parent].name == "Ethernet1/1");
    CHECK(port.ip_mtu.is(Bytes{9000}));
}

}
}
