// SPDX-License-Identifier: Apache-2.0
// Corrections of EOS: PFC, the watchdog, MTU, and where a line goes.
#include "tests/drivers/eos/eos_edit_case.h"

#include <string>
#include <vector>

namespace rocelint::eos_case {

TEST_CASE("PFC of another priority becomes a line after the others")
{
    const Case from(two_ports);
    const std::vector<Change> changes{change_of(from, "Ethernet1", Property::pfc, pause(4))};
    CHECK(contains(corrected(from, changes),
        "   priority-flow-control priority 3 no-drop\n   priority-flow-control priority 4 no-drop\n!\n"));
    CHECK(commands_for(from, changes)
        == "interface Ethernet1\n   priority-flow-control priority 4 no-drop\n   exit\n");
}

TEST_CASE("PFC on a port without any is switched on too")
{
    const Case from(two_ports);
    CHECK(contains(corrected(from, {change_of(from, "Ethernet2", Property::pfc, pause(3))}),
        "interface Ethernet2\n   no switchport\n   priority-flow-control on\n"
        "   priority-flow-control priority 3 no-drop\n!\n"));
}

TEST_CASE("PFC is switched on before the existing priorities that lacked it")
{
    const Case from("hostname leaf1\ninterface Ethernet1\n   priority-flow-control priority 3 no-drop\n");
    CHECK(contains(corrected(from, {change_of(from, "Ethernet1", Property::pfc, pause(3))}),
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
    CHECK(contains(corrected(from, {one, other}), "   priority-flow-control priority 3 no-drop\n!\nend\n"));
    CHECK(contains(corrected(from, {one}),
        "   priority-flow-control priority 3,4 no-drop\n!\ninterface Ethernet1\n"
        "   priority-flow-control priority 4 drop\n!\nend\n"));
    const Change mtu = change_of(from, "Ethernet2", Property::mtu, Bytes{9228});
    CHECK(
        contains(corrected(from, {mtu, one}), "interface Ethernet2\n   mtu 9214\n!\ninterface Ethernet1\n"));
}

TEST_CASE("a profile is edited if all its ports want it, otherwise overridden on the port")
{
    const Case from(with_profile);
    const Change one = change_of(from, "Ethernet1", Property::trust, Trust::dscp);
    const Change other = change_of(from, "Ethernet2", Property::trust, Trust::dscp);
    CHECK(contains(corrected(from, {one, other}), "qos profile RDMA\n   qos trust dscp\n"));
    CHECK(contains(corrected(from, {other}),
        "interface Ethernet2\n   no switchport\n   service-profile RDMA\n   qos trust dscp\n!\n"));
    CHECK(contains(corrected(from, {change_of(from, "Ethernet1", Property::pfc, no_pause(3))}),
        "   service-profile RDMA\n   priority-flow-control priority 3 drop\n!\n"));
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
    CHECK(contains(corrected(from, {one, other}),
        "default timeout 0.4\npriority-flow-control pause watchdog default polling-interval 0.1\n"
        "priority-flow-control pause watchdog default recovery-time 1.11\n"));
    CHECK(contains(corrected(from, {one}),
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
    CHECK(contains(corrected(from, {change}), "no-drop\n   priority-flow-control pause watchdog\n"));
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
