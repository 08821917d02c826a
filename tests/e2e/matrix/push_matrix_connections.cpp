// SPDX-License-Identifier: Apache-2.0
// Lost connections, and devices that no longer answer.
#include "tests/e2e/matrix/push_matrix.h"

namespace rocelint::e2e {
namespace {

// In seconds. No ordinary command may take this long, even if several tests share two slow cores.
constexpr const char* patience = "15";

CellOutcome hang_after_commit(const Bench& bench)
{
    using enum Road;
    const Road road = bench.road();
    // An NVUE apply, which reloads the switch's daemon, has ten times the --timeout.
    if (road == nvue) {
        bench.fault(words_of(road).commit, "hang_after", R"("count": 1, "seconds": 100)");
        return outcome(bench, bench.push({"--timeout", "8"}));
    }
    // A script that commits may run far longer than --timeout: the hanging command in it fails first, so a longer wait is
    // pointless.
    const bool by_script = road == sonic || road == linux_host || road == opensm || road == sonic_cli;
    bench.fault(words_of(road).commit,
        "hang_after",
        by_script ? R"("count": 1, "seconds": 6)" : R"("count": 1, "seconds": 60)");
    return outcome(bench, bench.push({"--timeout", patience}));
}

template <int number>
CellOutcome lost(const Bench& bench)
{
    const MatrixWords& words = words_of(bench.road());
    const char* fault = number % 2 == 0 ? "drop" : "drop_after";
    if constexpr (number < 2)
        bench.fault(words.commit, fault, R"("count": 1)");
    else if constexpr (number < 4)
        bench.fault(words.confirm, fault, when(bench, "confirming") + R"(, "count": 1)");
    else
        bench.fault(words.persist, fault, when(bench, "persisting") + R"(, "count": 1)");
    return just_push(bench);
}

// The timer fires when nobody waits for an answer any longer. A hanging script outlasts --timeout, but by less than the 20
// seconds for which the next one waits for its lock.
CellOutcome hang_before_confirmation(const Bench& bench)
{
    bench.fault(
        words_of(bench.road()).confirm, "hang", when(bench, "confirming") + R"(, "count": 1, "seconds": 23)");
    return outcome(bench, bench.push({"--timeout", patience}));
}

CellOutcome hang_after_confirmation(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm,
        "hang_after",
        when(bench, "confirming") + R"(, "count": 1, "seconds": 20)");
    return outcome(bench, bench.push({"--timeout", patience}));
}

}

std::vector<Fault> faults_of_connections()
{
    using enum Road;
    return {
        {"lost-before-commit",
            "The connection is lost before the commit",
            "Connects again, cleans up, and verifies that the device is as before.",
            lost<0>,
            cell::back},
        {"lost-after-commit",
            "The connection is lost after the commit",
            "Connects again and rolls the change back.",
            lost<1>,
            cell::back,
            {{{aoscx}, "4 taken_back old, left: commit timer"}}},
        {"hang-after-commit",
            "The device commits and no longer answers",
            "Gives up after --timeout, connects again and rolls the change back.",
            hang_after_commit,
            cell::back,
            {{{aoscx}, "4 taken_back old, left: commit timer"}}},
        {"lost-before-confirmation",
            "The connection is lost before the confirmation",
            "Connects again; unconfirmed changes are rolled back.",
            lost<2>,
            cell::back},
        {"hang-before-confirmation",
            "The device does not answer to the confirmation, and does not confirm",
            "Gives up after --timeout, connects again; unconfirmed changes are rolled back.",
            hang_before_confirmation,
            cell::back},
        {"lost-after-confirmation",
            "The connection is lost after the confirmation",
            "Connects again, reads that the change is confirmed and in force, and saves it.",
            lost<3>,
            cell::done,
            {{{aoscx}, "0 done new, left: checkpoint AUTO"}}},
        {"hang-after-confirmation",
            "The device confirms and no longer answers",
            "Gives up after --timeout and goes on as if the connection were lost.",
            hang_after_confirmation,
            cell::done,
            {{{aoscx}, "0 done new, left: checkpoint AUTO"}}},
        {"lost-before-save",
            "The connection is lost before the device has saved",
            "Connects again and saves.",
            lost<4>,
            cell::done,
            {{{opensm}, cell::no_save}}},
        {"lost-after-save",
            "The connection is lost after the device has saved",
            "Connects again and saves once more.",
            lost<5>,
            cell::done,
            {{{opensm}, cell::no_save}}},
    };
}

}
