// SPDX-License-Identifier: Apache-2.0
// Another administrator works on the device during a push.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

#include <csignal>

namespace rocelint::e2e {
namespace {

// The change is in force, another session saves it, and a link that stays down condemns it.
CellOutcome saved_in_the_window(const Bench& bench)
{
    bench.fault("", "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to the commit";
    bench.save_by_somebody();
    bench.control(
        R"("down": ["Ethernet1/1", "Eth1/1", "swp1", "ethernet1/1/1", "1/1/1", "100GE1/0/1"], "down_ports": ["Ethernet0"])");
    return outcome(bench, push->wait());
}

// The change is confirmed, but before it is saved another session changes the device.
CellOutcome changed_before_saving(const Bench& bench)
{
    bench.fault(words_of(bench.road()).read, "wait", when(bench, "persisting") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to saving";
    bench.change_by_somebody();
    bench.control({});
    return outcome(bench, push->wait());
}

// The change is in force, and another session adds a user.
CellOutcome user_in_the_window(const Bench& bench)
{
    bench.fault("", "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to the commit";
    bench.add_user_by_somebody();
    bench.control({});
    return outcome(bench, push->wait());
}

// The device restarts once the journal has this event, and the push continues with what it finds then.
CellOutcome restarted(const Bench& bench, const char* event, const char* match, const char* how)
{
    // The emulated commands of SONiC and of hosts end their connections themselves.
    const bool own_end = bench.road() == Road::sonic || bench.road() == Road::sonic_cli
        || bench.road() == Road::linux_host || bench.road() == Road::opensm;
    bench.fault(match, own_end ? "wait" : "wait_drop", when(bench, event) + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    bench.restart(how);
    bench.control({});
    return outcome(bench, push->wait());
}

CellOutcome restarted_in_the_window(const Bench& bench)
{
    return restarted(bench, "committed", "", "reboot");
}

CellOutcome restarted_warm_in_the_window(const Bench& bench)
{
    return restarted(bench, "committed", "", "warm-reboot");
}

CellOutcome restarted_after_confirmation(const Bench& bench)
{
    return restarted(bench, "persisting", words_of(bench.road()).read, "reboot");
}

// The push was killed, so nobody is left to roll the change back.
CellOutcome killed_and_restarted_warm(const Bench& bench)
{
    bench.fault("", "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    push->signal(SIGKILL);
    (void)push->wait();
    bench.device()->set_control("{}");
    bench.restart("warm-reboot");
    return fmt::format("killed {} {}", bench.last_event(), bench.verdict());
}

CellOutcome more_than_planned(const Bench& bench)
{
    bench.control(R"("adds": true)");
    return outcome(bench, bench.push());
}

}

std::vector<Fault> faults_of_others()
{
    using enum Road;
    return {
        {"user-in-the-window",
            "Another user adds an account while the change is in force and not confirmed",
            "Holds the whole configuration against what it ought to be, reports the line, and rolls the change back.",
            user_in_the_window,
            cell::back,
            {{{onyx, os10, sonic_cli}, cell::neither},
                {{linux_host}, cell::only_printed},
                {{junos, netconfd}, "-its lock keeps others out"}}},
        {"more-than-planned",
            "The device makes more of the change than was planned, in parts that no rule reads",
            "Finds out by the device's own words before the commit, or by reading back.",
            more_than_planned,
            cell::back,
            {{{eos, nvue}, cell::refused},
                {{onyx}, "-its lines take effect as they are typed"},
                {{linux_host}, cell::only_printed},
                {{netconfd}, "-a real server adds nothing"},
                {{opensm}, "-opensm is asked first what it makes of the files"},
                {{os10, sonic_cli}, cell::neither}}},
        {"saved-in-the-window",
            "Another user saves the configuration inside the window, and the change is rolled back",
            "Finds out that a reboot would bring the change, and saves what is in force again.",
            saved_in_the_window,
            cell::back,
            {{{linux_host}, "-only our own files are read at boot"},
                {{junos, netconfd}, cell::at_once},
                {{opensm}, cell::no_save}}},
        {"changed-before-saving",
            "Another user changes the device, or it restarts, between confirmation and saving",
            "Compares what is in force with what was confirmed, and does not call it done.",
            changed_before_saving,
            "4 unknown old",
            {{{nxos, aoscx}, "4 unknown old, left: checkpoint ours"},
                {{linux_host}, "-what is saved is files of ours"},
                {{junos, netconfd}, cell::at_once},
                {{nvue}, "4 unknown old, left: mark of ours"}}},
        {"restarted-in-the-window",
            "The device restarts while the change is in force and not confirmed",
            "Finds it as it was before. Junos is played at its worst: it keeps the change and forgets its timer.",
            restarted_in_the_window,
            cell::back,
            {{{junos}, "4 unknown new"}, {{netconfd}, "-not played: it keeps nothing over a restart"}}},
        {"restarted-warm-in-the-window",
            "The switch restarts warm while the change is in force and not confirmed, and saves what is in force",
            "The switch rolls the change back at boot by itself, and saves that.",
            restarted_warm_in_the_window,
            cell::no_warm,
            {{{sonic, sonic_cli}, cell::back}}},
        {"killed-and-restarted-warm",
            "rocelint is killed when the change is in force, and the switch restarts warm",
            "The switch rolls the change back at boot by itself, and saves that.",
            killed_and_restarted_warm,
            cell::no_warm,
            {{{sonic, sonic_cli}, "killed committed old"}}},
        {"restarted-after-confirmation",
            "The device restarts between confirmation and saving",
            "Does not call it done.",
            restarted_after_confirmation,
            cell::back,
            {{{junos, netconfd}, cell::at_once}, {{opensm}, cell::done}}},
    };
}

}
