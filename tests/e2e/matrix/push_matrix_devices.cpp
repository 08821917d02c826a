// SPDX-License-Identifier: Apache-2.0
// What a device refuses, reports but does not do, or suffers once the change is in force.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

namespace rocelint::e2e {
namespace {

CellOutcome refused_commit(const Bench& bench)
{
    bench.fault(words_of(bench.road()).commit, "refuse", R"("count": 1)");
    return just_push(bench);
}

// While the last lines are typed, the clock of the device is set back by an hour.
CellOutcome clock_set_back(const Bench& bench)
{
    bench.fault(words_of(bench.road()).change, "wait", when(bench, "committing") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to the commit";
    bench.control(R"("clock_off": 3600)");
    return outcome(bench, push->wait());
}

CellOutcome refused_confirmation(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "refuse", when(bench, "confirming") + R"(, "count": 1)");
    return just_push(bench);
}

CellOutcome refused_save(const Bench& bench)
{
    bench.fault(words_of(bench.road()).persist, "refuse", when(bench, "persisting"));
    return just_push(bench);
}

CellOutcome lying_commit(const Bench& bench)
{
    bench.fault(words_of(bench.road()).commit, "lie", R"("count": 1)");
    return just_push(bench);
}

CellOutcome lying_confirmation(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "lie", when(bench, "confirming") + R"(, "count": 1)");
    return just_push(bench);
}

// Holds the device when the change is in force, changes it, and releases it.
CellOutcome after_commit(
    const Bench& bench, const char* command, const std::string& control, bool host_link = false)
{
    bench.fault(command, "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to the commit";
    if (host_link) {
        std::string state = file_text(bench.device()->folder().path("state.json"));
        const std::string_view up = "\"down_until\": 0";
        state.replace(state.find(up), up.size(), "\"down_until\": 99999999999");
        bench.device()->folder().write("state.json.beside", state);
        ::rename(bench.device()->folder().path("state.json.beside").c_str(),
            bench.device()->folder().path("state.json").c_str());
    }
    bench.control(control);
    return outcome(bench, push->wait());
}

CellOutcome drops_grow(const Bench& bench)
{
    // Drops before the links are back do not count as a trend.
    return after_commit(bench,
        words_of(bench.road()).read,
        R"("drops": {"Ethernet1/1": 900, "Eth1/1": 900, "swp1": 900, "ethernet1/1/1": 900, "1/1/1": 900, "100GE1/0/1": 900}, "ports": {"et-0/0/0": {"drops": 900}},
 "counters": {"Ethernet0": {"SAI_PORT_STAT_IF_IN_DISCARDS": 900}, "ens1f0np0": {"rx_discards_phy": 900}})");
}

// Millions of pause frames between two readings: more than any link speed allows.
CellOutcome pauses_grow(const Bench& bench)
{
    return after_commit(bench,
        words_of(bench.road()).read,
        R"("counters": {"Ethernet0": {"SAI_PORT_STAT_PFC_3_RX_PKTS": 900000000}, "ens1f0np0": {"rx_prio3_pause": 900000000}},
 "ports": {"et-0/0/0": {"pause": 900000000}}, "pauses": {"Ethernet1/1": 900000000})");
}

CellOutcome other_fec(const Bench& bench)
{
    return after_commit(bench, words_of(bench.road()).read, R"("active_fec": "BaseR")");
}

CellOutcome other_buffers(const Bench& bench)
{
    return after_commit(
        bench, words_of(bench.road()).read, R"("buffer_size": [20016, 30000, 0, 0, 0, 0, 0, 0])");
}

CellOutcome group_drops(const Bench& bench)
{
    return after_commit(bench, words_of(bench.road()).read, R"("group_drops": {"Ethernet0:3": 900})");
}

CellOutcome counters_vanish(const Bench& bench)
{
    return after_commit(bench, words_of(bench.road()).read, R"("no_counters": true)");
}

}

CellOutcome link_stays_down(const Bench& bench)
{
    return after_commit(bench,
        "",
        R"("down": ["Ethernet1/1", "Eth1/1", "swp1", "ethernet1/1/1", "1/1/1", "100GE1/0/1"], "down_ports": ["Ethernet0"], "ports": {"et-0/0/0": {"up": false}})",
        bench.road() == Road::linux_host);
}

std::vector<Fault> faults_of_devices()
{
    using enum Road;
    return {
        {"commit-refused",
            "The device refuses the commit",
            "Cleans up what was prepared, and verifies that the device is as before.",
            refused_commit,
            cell::back},
        {"commit-does-nothing",
            "The device says ok to the commit and changes nothing",
            "Finds out by reading back.",
            lying_commit,
            cell::back},
        {"clock-set-back",
            "The clock of the device is set back by an hour while the change is put in force",
            "Finds out by reading it again, and rolls the change back: its job runs at a time of day, and would be late.",
            clock_set_back,
            "-its timer counts seconds, not the time of day",
            {{{onyx, nxos}, cell::back}}},
        {"link-stays-down",
            "A link stays down after the change",
            "Waits for --settle, then rolls the change back.",
            link_stays_down,
            cell::back,
            {{{netconfd, opensm}, cell::no_ports}}},
        {"drops-grow",
            "A port drops packets after the change",
            "Rolls the change back.",
            drops_grow,
            cell::back,
            {{{netconfd, opensm}, cell::no_ports}}},
        {"pauses-grow",
            "A port is paused for good after the change",
            "Rolls the change back: more pause frames than hold its speed all the time, or than --max-pauses.",
            pauses_grow,
            cell::back,
            {{{onyx, os10, sonic_cli}, "-it counts no pause frames, and the push says so"},
                {{netconfd, opensm}, cell::no_ports},
                {{nvue, aoscx, vrp}, "-its pause frames are not read, and the push says so"}}},
        {"group-drops",
            "A priority group drops packets after the change, and the port's own counter stands still",
            "Rolls the change back.",
            group_drops,
            "-it counts drops by port, queue or priority",
            {{{sonic}, cell::back}, {{netconfd, opensm}, cell::no_ports}}},
        {"other-fec",
            "A link comes up with another FEC than before",
            "Rolls the change back.",
            other_fec,
            cell::own_lines,
            {{{linux_host}, cell::back}, {{opensm}, cell::no_ports}}},
        {"other-buffers",
            "A NIC makes its receive buffers smaller",
            "Rolls the change back.",
            other_buffers,
            cell::own_lines,
            {{{linux_host}, cell::back}, {{opensm}, cell::no_ports}}},
        {"counters-vanish",
            "A port's counters are no longer reported after the change",
            "Rolls the change back, unless --accept-blind is given.",
            counters_vanish,
            "-not played: the same code judges all platforms",
            {{{sonic}, cell::back}, {{netconfd, opensm}, cell::no_ports}}},
        {"confirmation-refused",
            "The device refuses the confirmation",
            "Rolls the change back.",
            refused_confirmation,
            cell::back},
        {"confirmation-does-nothing",
            "The device says ok to the confirmation, and its timer runs on",
            "Finds out by asking, and rolls the change back.",
            lying_confirmation,
            cell::back},
        {"save-refused",
            "The device refuses to save",
            "Says that a reboot would undo the change; `push --resume` tries again.",
            refused_save,
            cell::not_saved,
            {{{nxos, aoscx}, "4 not_saved new, not saved, left: checkpoint ours"},
                {{junos, netconfd}, cell::at_once},
                {{nvue}, "4 not_saved new, not saved, left: mark of ours"},
                {{opensm}, cell::no_save}}},
    };
}

}
