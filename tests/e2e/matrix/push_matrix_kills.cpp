// SPDX-License-Identifier: Apache-2.0
// rocelint is killed, and its push is resumed.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>

namespace rocelint::e2e {
namespace {

using Words = std::vector<std::string>;

// Leaves the device alone until none of its timers runs.
std::string left_alone(const Bench& bench)
{
    bench.let_time_pass();
    std::string verdict;
    // Long enough for a busy machine; the wait ends as soon as the timers are done.
    constexpr std::chrono::seconds most(180);
    const auto is_done = [&] {
        verdict = bench.verdict();
        // A server may need a moment to notice that a connection is gone.
        return !holds(verdict, "commit timer") && !holds(verdict, "unit") && !holds(verdict, "current")
            && !holds(verdict, "lock") && !holds(verdict, "candidate") && !holds(verdict, "deadman")
            && !holds(verdict, "rollback in progress");
    };
    (void)wait_for(is_done, most);
    return verdict;
}

CellOutcome resumed(const Bench& bench)
{
    bench.control({});
    const int code = bench.run({"push",
        "--resume",
        bench.journal(),
        "--yes",
        "--inventory",
        bench.work().path("inventory.yaml"),
        "--observe",
        "0",
        "--settle",
        "1"});
    return outcome(bench, code);
}

CellOutcome bad_and_resumed(const Bench& bench)
{
    const CellOutcome first = link_stays_down(bench);
    if (bench.road() == Road::linux_host) {
        // Bring its link up again.
        std::string state = file_text(bench.device()->folder().path("state.json"));
        const std::string_view down = "\"down_until\": 99999999999";
        state.replace(state.find(down), down.size(), "\"down_until\": 0");
        bench.device()->folder().write("state.json", state);
    }
    return fmt::format("{}; resume: {}", first, resumed(bench));
}

Words killed_words(const Bench& bench, const Words& more = {})
{
    Words words = bench.push_words(more);
    // A real server's time cannot be sped up, and it must be long enough to reach the confirmation.
    if (std::ranges::find(words, "--confirm-timeout") == words.end())
        words.insert(words.end(), {"--confirm-timeout", bench.road() == Road::netconfd ? "30" : "300"});
    return words;
}

// Kills the push here. Returns what went wrong with that, or empty.
std::string kill(Running& push)
{
    push.signal(SIGKILL);
    return push.wait() == -1 ? "" : "it was not killed";
}

// Kills it where the device hangs.
std::string kill_at_hang(const Bench& bench)
{
    const auto push = bench.start(killed_words(bench));
    return bench.wait_for_hang() ? kill(*push) : "the device was not asked: " + bench.said();
}

// The journal's last event, the state the device reached on its own, and the outcome of a resume.
CellOutcome left_and_resumed(const Bench& bench, const std::string& problem)
{
    if (!problem.empty())
        return problem;
    const std::string event = bench.last_event();
    const std::string verdict = left_alone(bench);
    return fmt::format("killed {} {}; resume: {}", event, verdict, resumed(bench));
}

void hang_preparing(const Bench& bench)
{
    // Preparing a host only writes files to its /run or /var and runs no emulated command, so the next one of any kind hangs.
    if (bench.road() == Road::linux_host || bench.road() == Road::opensm)
        bench.fault("", "hang", R"("count": 1)");
    else
        bench.fault(words_of(bench.road()).stage, "hang_after", R"("count": 1)");
}

CellOutcome killed_preparing(const Bench& bench)
{
    hang_preparing(bench);
    return left_and_resumed(bench, kill_at_hang(bench));
}

// Killed while it prepares and not resumed; the words in `more` run instead.
CellOutcome killed_preparing_and(const Bench& bench, const Words& more)
{
    hang_preparing(bench);
    if (std::string problem = kill_at_hang(bench); !problem.empty())
        return problem;
    (void)left_alone(bench);
    bench.control({});
    const int code = bench.run(more);
    return fmt::format("killed; then: {} {}", code, bench.verdict());
}

CellOutcome killed_and_rolled_back(const Bench& bench)
{
    return killed_preparing_and(bench,
        {"rollback",
            bench.journal(),
            "--yes",
            "--inventory",
            bench.work().path("inventory.yaml"),
            "--observe",
            "0"});
}

CellOutcome killed_and_pushed_anew(const Bench& bench)
{
    Words words = bench.push_words();
    *std::ranges::find(words, bench.journal()) = bench.work().path("other");
    return killed_preparing_and(bench, words);
}

CellOutcome killed_committing(const Bench& bench)
{
    bench.fault(words_of(bench.road()).commit, "hang", R"("count": 1)");
    return left_and_resumed(bench, kill_at_hang(bench));
}

CellOutcome killed_committing_in_force(const Bench& bench)
{
    bench.fault(words_of(bench.road()).commit, "hang_after", R"("count": 1)");
    return left_and_resumed(bench, kill_at_hang(bench));
}

CellOutcome killed_committed(const Bench& bench)
{
    const auto push = bench.start(killed_words(bench,
        bench.road() == Road::netconfd ? Words{"--observe", "19", "--confirm-timeout", "20"}
                                       : Words{"--observe", "250"}));
    if (!bench.wait_for_event("committed"))
        return "it did not commit: " + bench.said();
    return left_and_resumed(bench, kill(*push));
}

// Resumed while the switch is rolling back by itself, which takes some time.
CellOutcome killed_and_resumed_early(const Bench& bench)
{
    const auto push = bench.start(killed_words(bench, {"--observe", "250"}));
    if (!bench.wait_for_event("committed"))
        return "it did not commit: " + bench.said();
    if (std::string problem = kill(*push); !problem.empty())
        return problem;
    bench.control(R"("hurry": true, "rollback_seconds": 15, "rollback_stands": true)");
    const auto again = bench.start({"push",
        "--resume",
        bench.journal(),
        "--yes",
        "--inventory",
        bench.work().path("inventory.yaml"),
        "--observe",
        "0",
        "--settle",
        "1"});
    if (!bench.wait_for_event("taking_back"))
        return "it was not seen to roll back: " + bench.said();
    // The rollback that is in progress takes as long as it would have.
    bench.control({});
    return fmt::format("killed; resume: {}", outcome(bench, again->wait()));
}

CellOutcome killed_confirming(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "hang", when(bench, "confirming"));
    return left_and_resumed(bench, kill_at_hang(bench));
}

CellOutcome killed_confirming_kept(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "hang_after", when(bench, "confirming"));
    return left_and_resumed(bench, kill_at_hang(bench));
}

CellOutcome killed_persisting(const Bench& bench)
{
    bench.fault(words_of(bench.road()).persist, "hang", when(bench, "persisting"));
    return left_and_resumed(bench, kill_at_hang(bench));
}

// A kill cannot be timed between two lines that are written back to back, so the second line is removed.
CellOutcome killed_confirmed(const Bench& bench)
{
    bench.fault(words_of(bench.road()).persist, "hang", when(bench, "persisting"));
    const std::string problem = kill_at_hang(bench);
    std::string journal = file_text(bench.journal());
    journal.resize(journal.rfind('\n', journal.size() - 2) + 1);
    bench.work().write("journal", journal);
    return left_and_resumed(bench, problem);
}

}

std::vector<Fault> faults_of_kills()
{
    using enum Road;
    return {
        {"bad-and-resumed",
            "A change was found bad and rolled back, and `push --resume` goes on",
            "Does not push it again.",
            bad_and_resumed,
            "4 taken_back old; resume: 4 taken_back old",
            {{{netconfd, opensm}, cell::no_ports}}},
        {"killed-preparing",
            "rocelint is killed while the change is prepared",
            "Nothing is in force. `push --resume` goes on.",
            killed_preparing,
            "killed preparing old; resume: 0 done new",
            {{{eos}, "killed preparing old, left: session ours; resume: 0 done new"},
                {{onyx}, "killed preparing old, left: job 4791; resume: 0 done new"},
                {{nxos}, "killed preparing old, left: job rocelint; resume: 0 done new"},
                {{sonic}, "killed preparing old, left: ours in /var/lib; resume: 0 done new"},
                {{linux_host, opensm}, "killed nothing old; resume: 0 done new"},
                {{nvue}, "killed preparing old, left: pending revision, mark of ours; resume: 0 done new"}}},
        {"killed-and-rolled-back",
            "rocelint is killed while the change is prepared, and the push is rolled back",
            "Nothing was in force. `rollback` cleans up what was prepared.",
            killed_and_rolled_back,
            "killed; then: 0 old"},
        {"killed-and-pushed-anew",
            "rocelint is killed while the change is prepared, and another user pushes the plan under another journal",
            "Cleans up what the killed one left on the device, and goes on.",
            killed_and_pushed_anew,
            "killed; then: 0 new"},
        {"killed-committing",
            "rocelint is killed before the device has committed",
            "Nothing is in force. `push --resume` cleans up and goes on.",
            killed_committing,
            "killed committing old; resume: 0 done new",
            {{{eos}, "killed committing old, left: session ours; resume: 0 done new"},
                {{onyx}, "killed committing old, left: job 4791; resume: 0 done new"},
                {{nxos}, "killed committing old, left: job rocelint, schedule rocelint; resume: 0 done new"},
                {{nvue}, "killed committing old, left: pending revision, mark of ours; resume: 0 done new"},
                {{opensm}, "killed committing old, left: ours in /var/lib; resume: 0 done new"}}},
        {"killed-committing-in-force",
            "rocelint is killed while the device commits",
            "The device rolls it back by itself. `push --resume` goes on.",
            killed_committing_in_force,
            "killed committing old; resume: 0 done new",
            {{{nxos}, "killed committing old, left: job rocelint, schedule rocelint; resume: 0 done new"},
                {{nvue}, "killed committing old, left: mark of ours; resume: 0 done new"}}},
        {"killed-committed",
            "rocelint is killed when the change is in force",
            "The device rolls it back by itself. `push --resume` goes on.",
            killed_committed,
            "killed committed old; resume: 0 done new",
            {{{nxos},
                 "killed committed old, left: job rocelint, schedule rocelint, checkpoint ours; resume: 0 done new"},
                {{nvue}, "killed committed old, left: mark of ours; resume: 0 done new"}}},
        {"killed-and-resumed-early",
            "rocelint is killed when the change is in force, and the push is resumed while the device rolls back",
            "Waits until the device has ended, deletes nothing that it uses, and goes on.",
            killed_and_resumed_early,
            "-its rollback is one step, or `push --resume` waits for it as in the line above",
            {{{nxos}, "killed; resume: 0 done new"}}},
        {"killed-confirming",
            "rocelint is killed before the device has confirmed",
            "The device rolls it back by itself, or ends the confirmation that it had begun; `push --resume` finds out which, and goes on or saves.",
            killed_confirming,
            "killed confirming old; resume: 0 done new",
            {{{nxos},
                 "killed confirming old, left: job rocelint, schedule rocelint, checkpoint ours; resume: 0 done new"},
                {{sonic, linux_host, os10, sonic_cli},
                    "killed confirming new, not saved; resume: 0 done new"},
                {{nvue}, "killed confirming old, left: mark of ours; resume: 0 done new"},
                {{opensm}, "killed confirming new; resume: 0 done new"}}},
        {"killed-confirming-kept",
            "rocelint is killed while the device confirms",
            "The change is kept, or rolled back by the device; `push --resume` finds out, and saves or goes on.",
            killed_confirming_kept,
            "killed confirming new, not saved; resume: 0 done new",
            {{{nxos},
                 "killed confirming new, not saved, left: job rocelint, checkpoint ours; resume: 0 done new"},
                {{aoscx},
                    "killed confirming new, not saved, left: checkpoint AUTO; resume: 0 done new, left: checkpoint AUTO"},
                {{junos, netconfd, opensm}, "killed confirming new; resume: 0 done new"},
                {{nvue}, "killed confirming new, not saved, left: mark of ours; resume: 0 done new"}}},
        {"killed-confirmed",
            "rocelint is killed after the confirmation",
            "The change is kept; `push --resume` saves it.",
            killed_confirmed,
            "killed confirmed new, not saved; resume: 0 done new",
            {{{nxos, aoscx}, "killed confirmed new, not saved, left: checkpoint ours; resume: 0 done new"},
                {{junos, netconfd}, "killed confirmed new; resume: 0 done new"},
                {{nvue}, "killed confirmed new, not saved, left: mark of ours; resume: 0 done new"},
                {{opensm}, cell::no_save}}},
        {"killed-persisting",
            "rocelint is killed before the device has saved",
            "The change is kept; `push --resume` saves it.",
            killed_persisting,
            "killed persisting new, not saved; resume: 0 done new",
            {{{nxos, aoscx}, "killed persisting new, not saved, left: checkpoint ours; resume: 0 done new"},
                {{junos, netconfd}, "killed persisting new; resume: 0 done new"},
                {{nvue}, "killed persisting new, not saved, left: mark of ours; resume: 0 done new"},
                {{opensm}, cell::no_save}}},
    };
}

}
