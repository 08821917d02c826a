// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"

namespace rocelint {
namespace {

using eos_case::Case;
using eos_case::contains;
using eos_case::interface_case;

TEST_CASE("PFC is what takes effect, not what is written")
{
    constexpr eos_case::Row rows[] = {
        {"   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n",
            "pfc-tx: 3 (explicit leaf1.cfg:4)"},
        {"   priority-flow-control mode on\n   priority-flow-control priority 3 no-drop\n", "pfc-rx: 3 ("},
        {"   priority-flow-control on\n"
         "   priority-flow-control priority 3 no-drop\n"
         "   priority-flow-control priority 4 no-drop\n",
            "pfc-rx: 3,4 (explicit leaf1.cfg:5)"},
        {"   priority-flow-control on\n"
         "   priority-flow-control priority 3 no-drop\n"
         "   priority-flow-control priority 3 drop\n",
            "pfc-tx: none (explicit leaf1.cfg:3)"},
        {"   priority-flow-control on\n", "pfc-tx: none (explicit leaf1.cfg:3)"},
        {"   priority-flow-control off\n   priority-flow-control priority 3 no-drop\n",
            "pfc-tx: none (explicit leaf1.cfg:3)"},
        {"   priority-flow-control priority 3 no-drop\n",
            "pfc-tx: none (derived leaf1.cfg:3: no-drop without priority-flow-control on)"},
        {"   no priority-flow-control\n", "pfc-tx: none (explicit leaf1.cfg:3)"},
        {"   description x\n", "pfc-tx: none (default: Arista EOS User Manual"},
        {"   priority-flow-control on\n"
         "   priority-flow-control priority 3 no-drop\n"
         "   flowcontrol receive on\n",
            "pause-rx: no (derived leaf1.cfg:4: a port with PFC on has no 802.3x flow control)"},
    };
    for (const eos_case::Row& row : rows) {
        CAPTURE(row.lines);
        const std::string text = interface_case(row.lines).port_text("Ethernet1/1");
        CAPTURE(text);
        CHECK(contains(text, row.expected));
    }
}

TEST_CASE("priority-flow-control all off overrides every port")
{
    const Case off
        = interface_case("   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n",
            "priority-flow-control all off\n");
    CHECK(off.device().pfc_all_off.is(true));
    CHECK(contains(
        off.port_text("Ethernet1/1"), "pfc-tx: none (derived leaf1.cfg:2: priority-flow-control all off"));
}

TEST_CASE("a priority out of range is an error on its line")
{
    const Case wrong
        = interface_case("   priority-flow-control on\n   priority-flow-control priority 8 no-drop\n");
    CHECK(contains(wrong.first_problem(), "priority 8: out of range, 0 to 7"));
    CHECK(wrong.reading.problems[0].severity == SyntaxProblem::Severity::error);
    CHECK(wrong.coverage.count(CoverageState::unrecognised) == 1);
}

TEST_CASE("the watchdog's times and action come from the port, its profile, or the device")
{
    constexpr std::string_view globals = "priority-flow-control pause watchdog default timeout 0.2\n"
                                         "priority-flow-control pause watchdog default recovery-time 0.4\n"
                                         "priority-flow-control pause watchdog default polling-interval 0.1\n"
                                         "priority-flow-control pause watchdog action drop\n";
    const std::string device
        = interface_case("   priority-flow-control on\n", globals).port_text("Ethernet1/1");
    CHECK(contains(device, "watchdog: yes (inherited leaf1.cfg:2"));
    CHECK(contains(device, "watchdog-detection: 200 ms (inherited leaf1.cfg:2"));
    CHECK(contains(device, "watchdog-restoration: 400 ms (inherited leaf1.cfg:3"));
    CHECK(contains(device, "watchdog-poll: 100 ms (inherited leaf1.cfg:4"));
    CHECK(contains(device, "watchdog-action: drop (inherited leaf1.cfg:5"));

    const std::string port
        = interface_case("   priority-flow-control pause watchdog\n"
                         "   priority-flow-control pause watchdog port action notify-only\n"
                         "   priority-flow-control pause watchdog port timer timeout 0.05 "
                         "polling-interval auto recovery-time 1.11 forced\n",
            globals)
              .port_text("Ethernet1/1");
    CHECK(contains(port, "watchdog: yes (explicit leaf1.cfg:7)"));
    CHECK(contains(port, "watchdog-detection: 50 ms (explicit leaf1.cfg:9)"));
    CHECK(contains(port, "watchdog-restoration: 1110 ms (explicit leaf1.cfg:9)"));
    CHECK(contains(port, "watchdog-poll: unread (EOS chooses it"));
    CHECK(contains(port, "watchdog-action: alert (explicit leaf1.cfg:8)"));

    const std::string off
        = interface_case("   no priority-flow-control pause watchdog\n", globals).port_text("Ethernet1/1");
    CHECK(contains(off, "watchdog: no (explicit leaf1.cfg:7)"));
}

TEST_CASE("override action drop beats the port's action, and errdisable is what nobody configured")
{
    const Case override_drop
        = interface_case("   priority-flow-control pause watchdog port action notify-only\n",
            "priority-flow-control pause watchdog override action drop\n");
    CHECK(override_drop.port("Ethernet1/1").watchdog.action.is(WatchdogAction::drop));
    const Case silent = interface_case("   priority-flow-control on\n");
    CHECK(silent.port("Ethernet1/1").watchdog.action.is(WatchdogAction::error_disable));
    CHECK(silent.port("Ethernet1/1").watchdog.action.origin.kind() == OriginKind::default_);
    const Case unknown
        = interface_case("   shutdown\n", "priority-flow-control pause watchdog action no-drop\n");
    CHECK_FALSE(unknown.port("Ethernet1/1").watchdog.action.known());
    CHECK(unknown.coverage.count(CoverageState::unsupported) == 0);
    // Only the whole switch has these two.
    for (const std::string_view word : {"no-drop", "errdisable"}) {
        const Case port = interface_case(
            "   priority-flow-control pause watchdog port action " + std::string(word) + "\n");
        CHECK_FALSE(port.port("Ethernet1/1").watchdog.action.known());
        CHECK(port.coverage.count(CoverageState::unsupported) == 1);
    }
}

TEST_CASE("a watchdog line among printed defaults proves nothing alone")
{
    constexpr std::string_view lines = "hostname leaf1\n"
                                       "interface Ethernet1/1\n"
                                       "   no priority-flow-control\n"
                                       "   priority-flow-control pause watchdog\n"
                                       "   no priority-flow-control priority 3\n"
                                       "   no priority-flow-control pause watchdog port action\n"
                                       "   no priority-flow-control pause watchdog port timer\n";
    const Case all("! Command: show running-config all\n! device: leaf1 (DCS-7260CX-64, EOS-4.19.1F)\n"
        + std::string(lines));
    CHECK_FALSE(all.port("Ethernet1/1").watchdog.enabled.known());
    CHECK(all.port("Ethernet1/1").pfc_tx.is(PrioritySet{}));
    CHECK(all.coverage.count(CoverageState::unrecognised) == 0);
    const Case timed("! Command: show running-config all\n! device: leaf1 (DCS-7260CX-64, EOS-4.19.1F)\n"
                     "priority-flow-control pause watchdog default timeout 0.2\n"
        + std::string(lines));
    const Port& watched = timed.port("Ethernet1/1");
    CHECK(watched.watchdog.enabled.is(true));
    CHECK(timed.device().origins.look_up(watched.watchdog.enabled.origin).is_device_wide());
    const Case plain("hostname leaf1\ninterface Ethernet1/1\n   priority-flow-control pause watchdog\n");
    CHECK(plain.port("Ethernet1/1").watchdog.enabled.is(true));
    const Case silent("hostname leaf1\ninterface Ethernet1/1\n   priority-flow-control on\n");
    CHECK(silent.port("Ethernet1/1").watchdog.enabled.is(false));
    CHECK(silent.port("Ethernet1/1").watchdog.enabled.origin.kind() == OriginKind::default_);
    CHECK(contains(all.port_text("Ethernet1/1"), "watchdog: unread (no watchdog timeout is configured"));
}

}
}
