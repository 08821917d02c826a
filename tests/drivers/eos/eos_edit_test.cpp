// SPDX-License-Identifier: Apache-2.0
#include "models/change/difference.h"
#include "models/text/edit.h"
#include "tests/drivers/eos/eos_case.h"

#include <string>
#include <vector>

namespace rocelint {
namespace {

using eos_case::Case;

Change change_of(const Case& from, std::string_view port, Property property, ChangeValue value)
{
    const std::uint32_t index = from.device().find_port(port);
    REQUIRE(index != Port::no_index);
    return {.port = {0, index}, .property = property, .value = value};
}

// The text after the changes, which must be made with no other difference; or "refused: why".
std::string corrected(const Case& from, const std::vector<Change>& changes)
{
    const Editing editing = eos::driver.edit({&from.tree, 1}, from.device(), changes);
    if (!editing.refused.empty())
        return "refused: " + editing.refused[0].reason;
    const auto text = apply_edits(*from.sources.find(0), editing.edits);
    REQUIRE(text.has_value());
    const Case after(*text);
    CHECK(after.first_problem() == "");
    for (const Change& change : changes)
        CHECK_MESSAGE(is_made(after.device(), change), *text);
    CHECK(unexplained(differences(from.device(), after.device()), from.device(), changes).empty());
    CHECK(eos::driver.edit({&after.tree, 1}, after.device(), changes).refused.empty());
    return *text;
}

std::string commands_for(const Case& from, const std::vector<Change>& changes)
{
    return eos::driver.commands({&from.tree, 1}, from.device(), changes).text;
}

PriorityDelta pause(Priority priority) { return {.add = PrioritySet::of(priority), .remove = {}}; }
PriorityDelta no_pause(Priority priority) { return {.add = {}, .remove = PrioritySet::of(priority)}; }

constexpr std::string_view two_ports = "hostname leaf1\n"
                                       "!\n"
                                       "interface Ethernet1\n"
                                       "   no switchport\n"
                                       "   ! to the host\n"
                                       "   priority-flow-control on\n"
                                       "   priority-flow-control priority 3 no-drop\n"
                                       "!\n"
                                       "interface Ethernet2\n"
                                       "   no switchport\n"
                                       "!\n"
                                       "end\n";

constexpr std::string_view range = "hostname leaf1\n"
                                   "!\n"
                                   "interface Ethernet1-2\n"
                                   "   no switchport\n"
                                   "   mtu 1500\n"
                                   "   priority-flow-control on\n"
                                   "   priority-flow-control priority 3,4 no-drop\n"
                                   "!\n"
                                   "end\n";

constexpr std::string_view with_profile
    = "hostname leaf1\n"
      "!\n"
      "qos profile RDMA\n"
      "   qos trust cos\n"
      "   priority-flow-control on\n"
      "   priority-flow-control priority 3 no-drop\n"
      "   !\n"
      "   tx-queue 3\n"
      "      random-detect ecn minimum-threshold 500 kbytes maximum-threshold 1500 kbytes "
      "max-mark-probability 10\n"
      "!\n"
      "interface Ethernet1\n"
      "   no switchport\n"
      "   service-profile RDMA\n"
      "!\n"
      "interface Ethernet2\n"
      "   no switchport\n"
      "   service-profile RDMA\n"
      "!\n"
      "end\n";

}

TEST_CASE("PFC of another priority becomes a line after the others")
{
    const Case from(two_ports);
    const std::vector<Change> changes{change_of(from, "Ethernet1", Property::pfc, pause(4))};
    CHECK(eos_case::contains(corrected(from, changes),
        "   priority-flow-control priority 3 no-drop\n   priority-flow-control priority 4 no-drop\n!\n"));
    CHECK(commands_for(from, changes)
        == "interface Ethernet1\n   priority-flow-control priority 4 no-drop\n   exit\n");
}

TEST_CASE("a queue is made strict with commands that EOS is known to have")
{
    const Case from(
        "hostname leaf1\n!\ninterface Ethernet1\n   no switchport\n   !\n   uc-tx-queue 6\n      no priority\n"
        "      bandwidth percent 5\n!\nend\n");
    Change change
        = change_of(from, "Ethernet1", Property::scheduler, SchedulerTarget{SchedulerKind::strict, {}, {}});
    change.number = 6;
    const std::string after = corrected(from, {change});
    CHECK(eos_case::contains(after, "      priority strict\n"));
    CHECK_FALSE(eos_case::contains(after, "no priority"));
    CHECK(eos_case::contains(commands_for(from, {change}), "      priority strict\n"));
    CHECK_FALSE(eos_case::contains(commands_for(from, {change}), "default priority"));
}

TEST_CASE("PFC on a port without any is switched on too")
{
    const Case from(two_ports);
    CHECK(eos_case::contains(corrected(from, {change_of(from, "Ethernet2", Property::pfc, pause(3))}),
        "interface Ethernet2\n   no switchport\n   priority-flow-control on\n"
        "   priority-flow-control priority 3 no-drop\n!\n"));
}

TEST_CASE("PFC is switched on before the existing priorities that lacked it")
{
    const Case from("hostname leaf1\ninterface Ethernet1\n   priority-flow-control priority 3 no-drop\n");
    CHECK(eos_case::contains(corrected(from, {change_of(from, "Ethernet1", Property::pfc, pause(3))}),
        "interface Ethernet1\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"));
    CHECK(corrected(from, {change_of(from, "Ethernet1", Property::pfc, pause(4))})
        == "refused: PFC is off, and switching it on would pause priority 3 too");
}

TEST_CASE("PFC of a priority is removed as a whole line, and nothing else moves")
{
    const Case from(two_ports);
    const std::vector<Change> changes{change_of(from, "Ethernet1", Property::pfc, no_pause(3))};
    std::string expected(two_ports);
    const std::string_view line = "   priority-flow-control priority 3 no-drop\n";
    expected.erase(expected.find(line), line.size());
    CHECK(corrected(from, changes) == expected);
    CHECK(commands_for(from, changes)
        == "interface Ethernet1\n   no priority-flow-control priority 3 no-drop\n   exit\n");
}

TEST_CASE("a range of interfaces is edited if all its ports want it, otherwise overridden after it")
{
    const Case from(range);
    const Change one = change_of(from, "Ethernet1", Property::pfc, no_pause(4));
    const Change other = change_of(from, "Ethernet2", Property::pfc, no_pause(4));
    CHECK(eos_case::contains(
        corrected(from, {one, other}), "   priority-flow-control priority 3 no-drop\n!\nend\n"));
    CHECK(eos_case::contains(corrected(from, {one}),
        "   priority-flow-control priority 3,4 no-drop\n!\ninterface Ethernet1\n"
        "   priority-flow-control priority 4 drop\n!\nend\n"));
    const Change mtu = change_of(from, "Ethernet2", Property::mtu, Bytes{9228});
    CHECK(eos_case::contains(
        corrected(from, {mtu, one}), "interface Ethernet2\n   mtu 9214\n!\ninterface Ethernet1\n"));
}

TEST_CASE("a profile is edited if all its ports want it, otherwise overridden on the port")
{
    const Case from(with_profile);
    const Change one = change_of(from, "Ethernet1", Property::trust, Trust::dscp);
    const Change other = change_of(from, "Ethernet2", Property::trust, Trust::dscp);
    CHECK(eos_case::contains(corrected(from, {one, other}), "qos profile RDMA\n   qos trust dscp\n"));
    CHECK(eos_case::contains(corrected(from, {other}),
        "interface Ethernet2\n   no switchport\n   service-profile RDMA\n   qos trust dscp\n!\n"));
    CHECK(eos_case::contains(corrected(from, {change_of(from, "Ethernet1", Property::pfc, no_pause(3))}),
        "   service-profile RDMA\n   priority-flow-control priority 3 drop\n!\n"));
}

TEST_CASE("marking keeps the unit of its line, and a shared profile changes for all its ports")
{
    const Case from(with_profile);
    Change change = change_of(from,
        "Ethernet1",
        Property::ecn_thresholds,
        EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(5)});
    change.number = 3;
    CHECK(eos_case::contains(corrected(from, {change}),
        "interface Ethernet1\n   no switchport\n   service-profile RDMA\n   !\n   tx-queue 3\n"
        "      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes "
        "max-mark-probability 5\n!\n"));
    change.shared = true;
    CHECK(eos_case::contains(corrected(from, {change}),
        "   tx-queue 3\n      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes "
        "max-mark-probability 5\n!\ninterface Ethernet1\n   no switchport\n   service-profile RDMA\n!\n"));
    change.value = EcnTarget{Bytes{150'001}, Bytes{1'500'000}, Percent::whole(5)};
    CHECK(eos_case::contains(
        corrected(from, {change}), "minimum-threshold 150001 bytes maximum-threshold 1500 kbytes"));
    change.value = EcnTarget{Bytes{150'000}, Bytes{1'500'000}, Percent{250}};
    CHECK(corrected(from, {change}) == "refused: EOS takes a marking probability in whole percent");
}

TEST_CASE("marking in time stays in time")
{
    const Case from("hostname leaf1\n!\ninterface Ethernet1\n   speed 100g-4\n   no switchport\n   !\n"
                    "   uc-tx-queue 1\n      bandwidth percent 5\n   !\n   uc-tx-queue 3\n"
                    "      random-detect ecn minimum-threshold 10 microseconds maximum-threshold 100 "
                    "microseconds max-mark-probability 10 weight 0\n!\nend\n");
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(10)};
    Change change = change_of(from, "Ethernet1", Property::ecn_thresholds, target);
    change.number = 3;
    CHECK(eos_case::contains(corrected(from, {change}),
        "minimum-threshold 12 microseconds maximum-threshold 120 microseconds max-mark-probability 10 "
        "weight 0\n"));
    change.property = Property::ecn;
    change.number = 2;
    CHECK(eos_case::contains(corrected(from, {change}),
        "   !\n   uc-tx-queue 2\n      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 "
        "kbytes max-mark-probability 10 weight 0\n   !\n   uc-tx-queue 3\n"));
    change.number = 1;
    CHECK(eos_case::contains(corrected(from, {change}),
        "      bandwidth percent 5\n      random-detect ecn minimum-threshold 150"));
    CHECK(commands_for(from, {change})
        == "interface Ethernet1\n   uc-tx-queue 1\n      random-detect ecn minimum-threshold 150 kbytes "
           "maximum-threshold 1500 kbytes max-mark-probability 10 weight 0\n      exit\n   exit\n");
}

TEST_CASE("a setting that all ports of a profile lack is written into the profile's queue")
{
    const Case from("hostname leaf1\n!\nqos profile RDMA\n   qos trust dscp\n   !\n   uc-tx-queue 3\n"
                    "      bandwidth percent 50\n!\n"
                    "interface Ethernet1\n   no switchport\n   service-profile RDMA\n!\n"
                    "interface Ethernet2\n   no switchport\n   service-profile RDMA\n!\nend\n");
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(5)};
    std::vector<Change> changes{change_of(from, "Ethernet1", Property::ecn, target),
        change_of(from, "Ethernet2", Property::ecn, target)};
    changes[0].number = changes[1].number = 3;
    const std::string after = corrected(from, changes);
    CHECK(eos_case::contains(after,
        "   uc-tx-queue 3\n      bandwidth percent 50\n      random-detect ecn minimum-threshold 150 kbytes"));
    CHECK(eos_case::contains(after, "   service-profile RDMA\n!\ninterface Ethernet2\n"));
    CHECK(eos_case::contains(after, "   service-profile RDMA\n!\nend\n"));
    // If only one port wants it, that port gets it in its own queue.
    CHECK(eos_case::contains(corrected(from, {changes[0]}),
        "   service-profile RDMA\n   !\n   uc-tx-queue 3\n      random-detect ecn "));
}

TEST_CASE("a port's own queue uses the keyword of the switch's other queues")
{
    std::string text(with_profile);
    const std::size_t queue = text.find("   tx-queue 3");
    REQUIRE(queue != std::string::npos);
    text.replace(queue, 13, "   uc-tx-queue 0\n      no priority\n   !\n   uc-tx-queue 3");
    const Case from(text);
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(5)};
    Change change = change_of(from, "Ethernet1", Property::ecn_thresholds, target);
    change.number = 3;
    CHECK(eos_case::contains(corrected(from, {change}), "   service-profile RDMA\n   !\n   uc-tx-queue 3\n"));
    change.property = Property::ecn;
    change.number = 0;
    CHECK(eos_case::contains(corrected(from, {change}),
        "   service-profile RDMA\n   !\n   uc-tx-queue 0\n      random-detect ecn minimum-threshold 150 kbytes "
        "maximum-threshold 1500 kbytes max-mark-probability 5 weight 0\n"));
}

TEST_CASE("marking of a range or a port channel is overridden in a block of the port itself")
{
    const std::string queue = "   !\n   tx-queue 3\n      random-detect ecn minimum-threshold 1 mbytes "
                              "maximum-threshold 2 mbytes max-mark-probability 10\n";
    const EcnTarget target{Bytes{150'000}, Bytes{1'500'000}, Percent::whole(10)};
    const Case range_of_two("hostname leaf1\ninterface Ethernet1-2\n   no switchport\n" + queue + "!\nend\n");
    Change change = change_of(range_of_two, "Ethernet2", Property::ecn_thresholds, target);
    change.number = 3;
    CHECK(eos_case::contains(corrected(range_of_two, {change}),
        "!\ninterface Ethernet2\n   tx-queue 3\n      random-detect ecn minimum-threshold 150 kbytes "
        "maximum-threshold 1500 kbytes max-mark-probability 10\n!\nend\n"));
    const Case members("hostname leaf1\ninterface Ethernet1\n   channel-group 1 mode active\n"
                       "interface Ethernet2\n   channel-group 1 mode active\ninterface Port-Channel1\n"
                       "   no switchport\n"
        + queue);
    CHECK(eos_case::contains(corrected(members, {change}),
        "   channel-group 1 mode active\n   !\n   tx-queue 3\n      random-detect ecn minimum-threshold 150"));
}

TEST_CASE("a DSCP leaves the line of its old class")
{
    const Case from("hostname leaf1\nqos map dscp 24 25 26 to traffic-class 1\nqos map dscp 48 to "
                    "traffic-class 6\ninterface Ethernet1\n   no switchport\ninterface Ethernet2\n"
                    "   no switchport\n");
    Change change = change_of(from, "Ethernet1", Property::dscp_map, MapEntry{MapKind::dscp_to_tc, 26, 3});
    CHECK(
        corrected(from, {change}) == "refused: EOS has one map for all ports, and Ethernet2 must not change");
    change.shared = true;
    CHECK(eos_case::contains(corrected(from, {change}),
        "qos map dscp 24 25 to traffic-class 1\nqos map dscp 48 to traffic-class 6\n"
        "qos map dscp 26 to traffic-class 3\ninterface Ethernet1\n"));
    CHECK(commands_for(from, {change}) == "qos map dscp 26 to traffic-class 3\n");
    const Case none("hostname leaf1\n!\ninterface Ethernet1\n   no switchport\n");
    CHECK(eos_case::contains(
        corrected(none, {change}), "!\nqos map dscp 26 to traffic-class 3\n!\ninterface Ethernet1\n"));
}

TEST_CASE("watchdog times are set on the device if all its ports want them, otherwise on the port")
{
    std::string text = "hostname leaf1\n"
                       "priority-flow-control pause watchdog default timeout 0.2\n"
                       "priority-flow-control pause watchdog default polling-interval 0.1\n";
    for (const char* name : {"Ethernet1", "Ethernet2"})
        text += std::string("interface ") + name
            + "\n   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n";
    const Case from(text);
    const WatchdogTarget target{
        .priorities = {}, .detection = Milliseconds(400), .restoration = Milliseconds(1110), .poll = {}};
    const Change one = change_of(from, "Ethernet1", Property::watchdog_timers, target);
    const Change other = change_of(from, "Ethernet2", Property::watchdog_timers, target);
    CHECK(eos_case::contains(corrected(from, {one, other}),
        "default timeout 0.4\npriority-flow-control pause watchdog default polling-interval 0.1\n"
        "priority-flow-control pause watchdog default recovery-time 1.11\n"));
    CHECK(eos_case::contains(corrected(from, {one}),
        "   priority-flow-control pause watchdog port timer timeout 0.4 polling-interval 0.1 recovery-time "
        "1.11\ninterface Ethernet2\n"));
}

TEST_CASE("a watchdog that a port switched off is switched on again")
{
    const Case from(
        "hostname leaf1\npriority-flow-control pause watchdog default timeout 0.2\n"
        "interface Ethernet1\n   priority-flow-control on\n"
        "   priority-flow-control priority 3 no-drop\n   no priority-flow-control pause watchdog\n");
    const Change change = change_of(from, "Ethernet1", Property::watchdog, WatchdogTarget{});
    CHECK(
        eos_case::contains(corrected(from, {change}), "no-drop\n   priority-flow-control pause watchdog\n"));
    const Case none(two_ports);
    CHECK(corrected(none, {change_of(none, "Ethernet1", Property::watchdog, WatchdogTarget{})})
        == "refused: the watchdog needs a detection time");
}

TEST_CASE("line endings and a last line without one are kept")
{
    const Case from("hostname leaf1\r\n!\r\ninterface Ethernet1\r\n\tno switchport\r\n\tmtu 1500\r\n"
                    "\tflowcontrol receive on");
    const std::string text = corrected(from,
        {change_of(from, "Ethernet1", Property::mtu, Bytes{9228}),
            change_of(from, "Ethernet1", Property::pfc, pause(3)),
            change_of(from, "Ethernet1", Property::link_pause, false)});
    CHECK(text
        == "hostname leaf1\r\n!\r\ninterface Ethernet1\r\n\tno switchport\r\n\tmtu 9214\r\n"
           "\tflowcontrol receive off\r\n\tpriority-flow-control on\r\n"
           "\tpriority-flow-control priority 3 no-drop");
}

TEST_CASE("link pause replaces PFC and is never added to it")
{
    const Case from(two_ports);
    const Change link_pause = change_of(from, "Ethernet1", Property::link_pause, true);
    CHECK(corrected(from, {link_pause})
        == "refused: a port with PFC on has no 802.3x flow control, whatever its flowcontrol lines say");
    const std::string text
        = corrected(from, {link_pause, change_of(from, "Ethernet1", Property::pfc, no_pause(3))});
    CHECK(text.find("   flowcontrol send on\n   flowcontrol receive on\n") != std::string::npos);
}

TEST_CASE("the rewrite map changes where DSCPs are rewritten")
{
    const MapEntry entry{MapKind::tc_to_dscp, 3, 26};
    const Case off(two_ports);
    CHECK(corrected(off, {change_of(off, "Ethernet1", Property::dscp_rewrite, entry)})
        == "refused: no port rewrites DSCPs: qos rewrite dscp, which is off, would do so for every port and "
           "traffic class");
    const Case on("qos map traffic-class 3 to dscp 24\nqos rewrite dscp\n" + std::string(two_ports));
    Change change = change_of(on, "Ethernet1", Property::dscp_rewrite, entry);
    change.shared = true;
    CHECK(corrected(on, {change}).find("qos map traffic-class 3 to dscp 26\n") != std::string::npos);
}

TEST_CASE("a change that is refused midway leaves nothing among those that are made")
{
    const Case from("hostname leaf1\ninterface Ethernet1\n   no priority-flow-control pause watchdog\n"
                    "interface Ethernet2\n   flowcontrol receive on\n");
    WatchdogTarget target;
    target.detection = Milliseconds(5);
    const std::vector<Change> changes{change_of(from, "Ethernet1", Property::watchdog, target),
        change_of(from, "Ethernet2", Property::link_pause, false)};
    const Editing editing = eos::driver.edit({&from.tree, 1}, from.device(), changes);
    REQUIRE(editing.refused.size() == 1);
    CHECK(editing.refused.front().reason.find("out of range") != std::string::npos);
    CHECK(*apply_edits(*from.sources.find(0), editing.edits)
        == "hostname leaf1\ninterface Ethernet1\n   no priority-flow-control pause watchdog\n"
           "interface Ethernet2\n   flowcontrol receive off\n");
    CHECK(commands_for(from, changes) == "interface Ethernet2\n   flowcontrol receive off\n   exit\n");
}

TEST_CASE("a port channel's MTU is set once if its members want it too")
{
    const Case from("hostname leaf1\ninterface Ethernet1\n   channel-group 1 mode active\n"
                    "interface Port-Channel1\n   no switchport\n   mtu 1500\n");
    CHECK(corrected(from,
              {change_of(from, "Ethernet1", Property::mtu, Bytes{9014}),
                  change_of(from, "Port-Channel1", Property::mtu, Bytes{9014})})
        == "hostname leaf1\ninterface Ethernet1\n   channel-group 1 mode active\n"
           "interface Port-Channel1\n   no switchport\n   mtu 9000\n");
}

TEST_CASE("settings for which EOS has no line are refused with a reason")
{
    const Case from("hostname leaf1\npriority-flow-control all off\ninterface Ethernet1\n"
                    "interface Ethernet2\n   channel-group 1 mode active\ninterface Port-Channel1\n"
                    "   no switchport\n");
    CHECK(corrected(from, {change_of(from, "Ethernet1", Property::pfc, pause(3))})
        == "refused: priority-flow-control all off switches PFC off on every port");
    CHECK(corrected(from, {change_of(from, "Ethernet1", Property::mtu, Bytes{9228})})
        == "refused: mtu limits only what a routed port sends, and this port is switched");
    CHECK(corrected(from, {change_of(from, "Ethernet2", Property::mtu, Bytes{9014})})
        == "refused: Ethernet2 gets its MTU from Port-Channel1, which must not change");
    CHECK(corrected(from, {change_of(from, "Ethernet1", Property::power_saving, false)})
        == "refused: correcting power-saving on EOS is not supported yet");
}

}
