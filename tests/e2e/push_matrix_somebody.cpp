// SPDX-License-Identifier: Apache-2.0
// Somebody else at work on the device while a push is.
#include "tests/e2e/push_matrix.h"

namespace rocelint::e2e {
namespace {

// The change is in force, somebody saves it, and a link that stays down condemns it.
CellOutcome saved_in_the_window(const Bench& bench)
{
    bench.fault("", "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "it did not come to the commit";
    bench.save_by_somebody();
    bench.control(R"("down": ["Ethernet1/1", "Eth1/1"], "down_ports": ["Ethernet0"])");
    return outcome(bench, push->wait());
}

// The change is confirmed, and before it is saved the device runs something else.
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

// The change is in force, and somebody lets himself in.
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

CellOutcome more_than_planned(const Bench& bench)
{
    bench.control(R"("adds": true)");
    return outcome(bench, bench.push());
}

}

std::vector<Fault> faults_of_others()
{
    constexpr const char* back = "4 taken_back old";
    constexpr const char* at_once = "-what is committed is saved";
    constexpr const char* printed = "-what its tools print is no configuration";
    constexpr const char* locked = "-its lock keeps others out";
    return {
        {"user-in-the-window",
            "Somebody adds a user while the change is in force and not confirmed",
            "Holds the whole configuration against what it ought to be, tells the line, and rolls the change back.",
            user_in_the_window,
            {back, "4 unknown NEITHER", back, printed, locked, locked}},
        {"more-than-planned",
            "The device makes more of the change than was planned, in parts that no rule reads",
            "Finds out by the device's own words before the commit, or by reading back.",
            more_than_planned,
            {"4 refused old",
                "-its lines take effect as they are typed",
                back,
                printed,
                back,
                "-a real server adds nothing"}},
        {"saved-in-the-window",
            "Somebody saves the configuration inside the window, and the change is rolled back",
            "Finds out that a reboot would bring the change, and saves what is in force again.",
            saved_in_the_window,
            {back, back, back, "-only our own files are read at boot", at_once, at_once}},
        {"changed-before-saving",
            "Somebody changes the device, or it restarts, between confirmation and saving",
            "Compares what is in force with what was confirmed, and does not call it done.",
            changed_before_saving,
            {"4 unknown old",
                "4 unknown old",
                "4 unknown old",
                "-what is saved is files of ours",
                at_once,
                at_once}},
    };
}

}
