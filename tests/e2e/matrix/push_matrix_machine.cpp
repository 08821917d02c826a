// SPDX-License-Identifier: Apache-2.0
// Faults of the machine that rocelint runs on: its disk, and signals that it survives.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>

namespace rocelint::e2e {
namespace {

CellOutcome interrupted(const Bench& bench)
{
    const auto push = bench.start(bench.push_words({"--observe", "250"}));
    if (!bench.wait_for_event("committed"))
        return "it did not commit: " + bench.said();
    push->signal(SIGINT);
    return outcome(bench, push->wait());
}

CellOutcome hangup_under_nohup(const Bench& bench)
{
    const auto push = bench.start(bench.push_words({"--observe", "4"}), true);
    if (!bench.wait_for_event("committed"))
        return "it did not commit: " + bench.said();
    push->signal(SIGHUP);
    return outcome(bench, push->wait());
}

// From here on not one more byte fits into the journal.
CellOutcome full_disk(const Bench& bench, const std::string& when)
{
    bench.fault("", "wait", when + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    push->limit_files_to(std::filesystem::file_size(bench.journal()));
    bench.control(R"("hurry": true)");
    return outcome(bench, push->wait());
}

CellOutcome full_before_commit(const Bench& bench)
{
    return full_disk(bench, fmt::format(R"("when": ["{}", "window_seconds"])", bench.journal()));
}

CellOutcome full_after_commit(const Bench& bench)
{
    bench.fault("", "wait", when(bench, "committed") + R"(, "count": 1)");
    const auto push = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    push->limit_files_to(std::filesystem::file_size(bench.journal()));
    bench.control({});
    // confirmed-commit:1.0 can end a commit only by its timeout. Usually a journal entry makes it run out, but here none can be
    // written.
    if (bench.road() == Road::junos) {
        (void)wait_for(
            [&] { return holds(file_text(bench.device()->folder().path("commands.log")), "uptime"); });
        bench.let_time_pass();
    }
    return outcome(bench, push->wait());
}

}

std::vector<Fault> faults_of_the_machine()
{
    return {
        {"interrupted",
            "Ctrl-C between commit and confirmation",
            "Rolls the change back before it ends.",
            interrupted,
            cell::back},
        {"full-before-commit",
            "The disk under the journal is full before the commit",
            "Changes nothing.",
            full_before_commit,
            "4 nothing old"},
        {"full-after-commit",
            "The disk under the journal is full after the commit",
            "Rolls the change back; the journal ends with what fitted into it.",
            full_after_commit,
            "4 committed old"},
        {"hangup-under-nohup",
            "The terminal goes while rocelint runs under nohup",
            "Goes on.",
            hangup_under_nohup,
            cell::done},
    };
}

}
