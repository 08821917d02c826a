// SPDX-License-Identifier: Apache-2.0
// Faults of our own process and of where it runs.
#include "tests/e2e/push_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>

namespace rocelint::e2e {
namespace {

using Words = std::vector<std::string>;

// The device is alone now: until none of its timers runs.
std::string left_alone(const Bench& bench)
{
    bench.let_time_pass();
    std::string verdict;
    // A busy machine takes its time; whoever is done waits no longer.
    constexpr std::chrono::seconds most(60);
    const auto is_done = [&] {
        verdict = bench.verdict();
        // A server may need a moment until it notices that a connection is gone.
        return !holds(verdict, "commit timer") && !holds(verdict, "unit") && !holds(verdict, "current")
            && !holds(verdict, "lock") && !holds(verdict, "candidate") && !holds(verdict, "deadman");
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
        // Its link is up again.
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
    // A real server's time cannot be made to pass.
    if (std::ranges::find(words, "--confirm-timeout") == words.end())
        words.insert(words.end(), {"--confirm-timeout", bench.road() == Road::netconfd ? "2" : "300"});
    return words;
}

CellOutcome after_kill(const Bench& bench, Running& push)
{
    push.signal(SIGKILL);
    if (push.wait() != -1)
        return "it was not killed";
    const std::string event = bench.last_event();
    const std::string verdict = left_alone(bench);
    return fmt::format("killed {} {}; resume: {}", event, verdict, resumed(bench));
}

CellOutcome kill_at_hang(const Bench& bench)
{
    const auto push = bench.start(killed_words(bench));
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    return after_kill(bench, *push);
}

CellOutcome killed_preparing(const Bench& bench)
{
    // A host is asked nothing while files are put into its /run or /var.
    if (bench.road() == Road::linux_host || bench.road() == Road::opensm)
        bench.fault("", "hang", R"("count": 1)");
    else
        bench.fault(words_of(bench.road()).stage, "hang_after", R"("count": 1)");
    return kill_at_hang(bench);
}

// Killed while it prepares, and nobody goes on with it: `more` is what somebody does then.
CellOutcome killed_preparing_and(const Bench& bench, const Words& more)
{
    if (bench.road() == Road::linux_host || bench.road() == Road::opensm)
        bench.fault("", "hang", R"("count": 1)");
    else
        bench.fault(words_of(bench.road()).stage, "hang_after", R"("count": 1)");
    const auto push = bench.start(killed_words(bench));
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    push->signal(SIGKILL);
    if (push->wait() != -1)
        return "it was not killed";
    (void)left_alone(bench);
    bench.control({});
    const int code = bench.run(more);
    return fmt::format("killed; then: {} {}", code, bench.verdict());
}

CellOutcome killed_and_rolled_back(const Bench& bench)
{
    return killed_preparing_and(bench,
        {"rollback", bench.journal(), "--inventory", bench.work().path("inventory.yaml"), "--observe", "0"});
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
    return kill_at_hang(bench);
}

CellOutcome killed_committing_in_force(const Bench& bench)
{
    bench.fault(words_of(bench.road()).commit, "hang_after", R"("count": 1)");
    return kill_at_hang(bench);
}

CellOutcome killed_committed(const Bench& bench)
{
    const auto push = bench.start(killed_words(bench,
        bench.road() == Road::netconfd ? Words{"--observe", "19", "--confirm-timeout", "20"}
                                       : Words{"--observe", "250"}));
    if (!bench.wait_for_event("committed"))
        return "it did not commit: " + bench.said();
    return after_kill(bench, *push);
}

CellOutcome killed_confirming(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "hang", when(bench, "confirming"));
    return kill_at_hang(bench);
}

CellOutcome killed_confirming_kept(const Bench& bench)
{
    bench.fault(words_of(bench.road()).confirm, "hang_after", when(bench, "confirming"));
    return kill_at_hang(bench);
}

CellOutcome killed_persisting(const Bench& bench)
{
    bench.fault(words_of(bench.road()).persist, "hang", when(bench, "persisting"));
    return kill_at_hang(bench);
}

// Between two lines that are written one after the other nobody can be killed by plan: the second is taken away.
CellOutcome killed_confirmed(const Bench& bench)
{
    bench.fault(words_of(bench.road()).persist, "hang", when(bench, "persisting"));
    const auto push = bench.start(killed_words(bench));
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    push->signal(SIGKILL);
    (void)push->wait();
    std::string journal = file_text(bench.journal());
    journal.resize(journal.rfind('\n', journal.size() - 2) + 1);
    bench.work().write("journal", journal);
    const std::string event = bench.last_event();
    const std::string verdict = left_alone(bench);
    return fmt::format("killed {} {}; resume: {}", event, verdict, resumed(bench));
}

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

// No byte more fits into the journal from here on.
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
    // 1.0 has no way to end a commit but its time; the journal, which lets it pass else, cannot be written.
    if (bench.road() == Road::junos) {
        (void)wait_for(
            [&] { return holds(file_text(bench.device()->folder().path("commands.log")), "uptime"); });
        bench.let_time_pass();
    }
    return outcome(bench, push->wait());
}

// The second push, by the same user or from another machine, comes while the first one's change is in force, or just before it is.
CellOutcome two_pushes(const Bench& bench, const char* event, bool same_plan)
{
    bench.fault("", "wait", when(bench, event) + R"(, "count": 1)");
    const auto first = bench.start(bench.push_words());
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    const std::string other = bench.work().path("other");
    Words words = bench.push_words();
    *std::ranges::find(words, bench.journal()) = other;
    if (!same_plan) {
        const std::filesystem::path plan = words[1];
        const std::string copy = bench.work().path("copy");
        std::filesystem::create_directories(copy);
        std::filesystem::copy(plan.parent_path(),
            copy,
            std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
        words[1] = copy + "/" + plan.filename().string();
    }
    const int code = same_plan ? bench.run(words) : bench.start_elsewhere(words)->wait();
    const bool was_kept_out = same_plan && !std::filesystem::exists(other)
        && holds(bench.said(), "leaf1: another push of this user (process ");
    const std::string second = fmt::format("{} {}", code, was_kept_out ? "refused" : bench.last_event(other));
    bench.control({});
    const int first_code = first->wait();
    return fmt::format("{}; the second: {}", outcome(bench, first_code), second);
}

// Both have made sure that nobody is there, and then commit.
CellOutcome two_racing(const Bench& bench)
{
    const std::string other = bench.work().path("other");
    bench.fault(words_of(bench.road()).commit, "wait");
    const auto first = bench.start(bench.push_words({"--observe", "4"}));
    if (!bench.wait_for_hang())
        return "the device was not asked: " + bench.said();
    Words words = bench.push_words({"--observe", "4"});
    *std::ranges::find(words, bench.journal()) = other;
    const auto second = bench.start_elsewhere(words);
    (void)wait_for([&] {
        const std::string journal = file_text(other);
        return holds(journal, "\"committing\"") || holds(journal, "\"refused\"");
    });
    // Nobody's timer runs out because somebody else rolls back.
    if (bench.device() != nullptr)
        bench.device()->set_control("{}");
    else
        bench.control({});
    const int first_code = first->wait();
    const int second_code = second->wait();
    std::array ends{fmt::format("{} {}", first_code, bench.last_event()),
        fmt::format("{} {}", second_code, bench.last_event(other))};
    std::ranges::sort(ends);
    return fmt::format("{} {}; the second: {}", ends[0], bench.verdict(), ends[1]);
}

CellOutcome two_of_one_plan(const Bench& bench) { return two_pushes(bench, "committed", true); }
CellOutcome two_of_copies(const Bench& bench) { return two_pushes(bench, "committed", false); }

}

std::vector<Fault> faults_of_ours()
{
    constexpr const char* back = "4 taken_back old";
    constexpr const char* then_old = "killed; then: 0 old";
    constexpr const char* then_new = "killed; then: 0 new";
    constexpr const char* second_refused = "0 done new; the second: 4 refused";
    return {
        {"bad-and-resumed",
            "A change was found bad and rolled back, and `push --resume` goes on",
            "Does not push it again.",
            bad_and_resumed,
            {"4 taken_back old; resume: 4 taken_back old",
                "4 taken_back old; resume: 4 taken_back old",
                "4 taken_back old; resume: 4 taken_back old",
                "4 taken_back old; resume: 4 taken_back old",
                "4 taken_back old; resume: 4 taken_back old",
                "4 taken_back old; resume: 4 taken_back old",
                "-it reports nothing about its ports"}},
        {"killed-preparing",
            "rocelint is killed while the change is prepared",
            "Nothing is in force. `push --resume` goes on.",
            killed_preparing,
            {"killed preparing old, left: session ours; resume: 0 done new",
                "killed preparing old, left: job 4791; resume: 0 done new",
                "killed preparing old, left: job rocelint; resume: 0 done new",
                "killed preparing old, left: ours in /var/lib; resume: 0 done new",
                "killed nothing old; resume: 0 done new",
                "killed preparing old; resume: 0 done new",
                "killed preparing old; resume: 0 done new"}},
        {"killed-and-rolled-back",
            "rocelint is killed while the change is prepared, and the push is rolled back",
            "Nothing was in force. `rollback` cleans up what was prepared.",
            killed_and_rolled_back,
            {then_old, then_old, then_old, then_old, then_old, then_old, then_old}},
        {"killed-and-pushed-anew",
            "rocelint is killed while the change is prepared, and somebody pushes the plan under another journal",
            "Cleans up what the killed one left on the device, and goes on.",
            killed_and_pushed_anew,
            {then_new, then_new, then_new, then_new, then_new, then_new, then_new}},
        {"killed-committing",
            "rocelint is killed before the device has committed",
            "Nothing is in force. `push --resume` cleans up and goes on.",
            killed_committing,
            {"killed committing old, left: session ours; resume: 0 done new",
                "killed committing old, left: job 4791; resume: 0 done new",
                "killed committing old, left: job rocelint, schedule rocelint; resume: 0 done new",
                "killed committing old; resume: 0 done new",
                "killed committing old; resume: 0 done new",
                "killed committing old; resume: 0 done new",
                "killed committing old; resume: 0 done new"}},
        {"killed-committing-in-force",
            "rocelint is killed while the device commits",
            "The device rolls it back by itself. `push --resume` goes on.",
            killed_committing_in_force,
            {"killed committing old; resume: 0 done new",
                "killed committing old; resume: 0 done new",
                "killed committing old, left: job rocelint, schedule rocelint; resume: 0 done new",
                "killed committing old; resume: 0 done new",
                "killed committing old; resume: 0 done new",
                "killed committing old; resume: 0 done new",
                "killed committing old; resume: 0 done new"}},
        {"killed-committed",
            "rocelint is killed when the change is in force",
            "The device rolls it back by itself. `push --resume` goes on.",
            killed_committed,
            {"killed committed old; resume: 0 done new",
                "killed committed old; resume: 0 done new",
                "killed committed old, left: job rocelint, schedule rocelint, checkpoint ours; resume: 0 done new",
                "killed committed old; resume: 0 done new",
                "killed committed old; resume: 0 done new",
                "killed committed old; resume: 0 done new",
                "killed committed old; resume: 0 done new"}},
        {"killed-confirming",
            "rocelint is killed before the device has confirmed",
            "The device rolls it back by itself, or ends the confirmation that it had begun; `push --resume` finds out "
            "which, and goes on or saves.",
            killed_confirming,
            {"killed confirming old; resume: 0 done new",
                "killed confirming old; resume: 0 done new",
                "killed confirming old, left: job rocelint, schedule rocelint, checkpoint ours; resume: 0 done new",
                "killed confirming new, not saved; resume: 0 done new",
                "killed confirming new, not saved; resume: 0 done new",
                "killed confirming old; resume: 0 done new",
                "killed confirming old; resume: 0 done new"}},
        {"killed-confirming-kept",
            "rocelint is killed while the device confirms",
            "The change is kept, or rolled back by the device; `push --resume` finds out, and saves or goes on.",
            killed_confirming_kept,
            {"killed confirming new, not saved; resume: 0 done new",
                "killed confirming new, not saved; resume: 0 done new",
                "killed confirming new, not saved, left: job rocelint, checkpoint ours; resume: 0 done new",
                "killed confirming new, not saved; resume: 0 done new",
                "killed confirming new, not saved; resume: 0 done new",
                "killed confirming new; resume: 0 done new",
                "killed confirming new; resume: 0 done new"}},
        {"killed-confirmed",
            "rocelint is killed after the confirmation",
            "The change is kept; `push --resume` saves it.",
            killed_confirmed,
            {"killed confirmed new, not saved; resume: 0 done new",
                "killed confirmed new, not saved; resume: 0 done new",
                "killed confirmed new, not saved, left: checkpoint ours; resume: 0 done new",
                "killed confirmed new, not saved; resume: 0 done new",
                "killed confirmed new, not saved; resume: 0 done new",
                "killed confirmed new; resume: 0 done new",
                "killed confirmed new; resume: 0 done new"}},
        {"killed-persisting",
            "rocelint is killed before the device has saved",
            "The change is kept; `push --resume` saves it.",
            killed_persisting,
            {"killed persisting new, not saved; resume: 0 done new",
                "killed persisting new, not saved; resume: 0 done new",
                "killed persisting new, not saved, left: checkpoint ours; resume: 0 done new",
                "killed persisting new, not saved; resume: 0 done new",
                "killed persisting new, not saved; resume: 0 done new",
                "killed persisting new; resume: 0 done new",
                "killed persisting new; resume: 0 done new"}},
        {"interrupted",
            "Ctrl-C between commit and confirmation",
            "Rolls the change back before it ends.",
            interrupted,
            {back, back, back, back, back, back, back}},
        {"full-before-commit",
            "The disk under the journal is full before the commit",
            "Changes nothing.",
            full_before_commit,
            {"4 nothing old",
                "4 nothing old",
                "4 nothing old",
                "4 nothing old",
                "4 nothing old",
                "4 nothing old",
                "4 nothing old"}},
        {"full-after-commit",
            "The disk under the journal is full after the commit",
            "Rolls the change back; the journal ends with what fitted into it.",
            full_after_commit,
            {"4 committed old",
                "4 committed old",
                "4 committed old",
                "4 committed old",
                "4 committed old",
                "4 committed old",
                "4 committed old"}},
        {"two-pushes",
            "The same plan is pushed twice at once",
            "Refuses the second.",
            two_of_one_plan,
            {"0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused"}},
        {"two-copies",
            "A copy of the plan is pushed at the same time from elsewhere",
            "Refuses the second, since the device is not as the plan has it.",
            two_of_copies,
            {"0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused",
                "0 done new; the second: 4 refused"}},
        {"two-racing",
            "Two pushes have made sure that nobody is there, and commit at the same moment",
            "One is done. The other says that somebody holds the device, and leaves that one alone.",
            two_racing,
            {second_refused,
                second_refused,
                second_refused,
                second_refused,
                second_refused,
                second_refused,
                second_refused}},
        {"hangup-under-nohup",
            "The terminal goes while rocelint runs under nohup",
            "Goes on.",
            hangup_under_nohup,
            {"0 done new",
                "0 done new",
                "0 done new",
                "0 done new",
                "0 done new",
                "0 done new",
                "0 done new"}},
    };
}

std::vector<Fault> all_faults()
{
    std::vector<Fault> all;
    for (auto* part : {faults_before_commit,
             faults_of_devices,
             faults_of_rights,
             faults_of_others,
             faults_of_connections,
             faults_of_ours}) {
        for (Fault& fault : part()) {
            fault.outcomes[static_cast<std::size_t>(Road::nvue)] = nvue_outcome(fault.id);
            fault.outcomes[static_cast<std::size_t>(Road::opensm)] = manager_outcome(fault.id);
            for (const Road road : {Road::os10, Road::sonic_cli})
                fault.outcomes[static_cast<std::size_t>(road)] = timer_outcome(road, fault.id);
            all.push_back(fault);
        }
    }
    return all;
}

}
