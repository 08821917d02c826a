// SPDX-License-Identifier: Apache-2.0
// Two pushes to one device.
#include "tests/e2e/matrix/push_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace rocelint::e2e {
namespace {

using Words = std::vector<std::string>;

// The second push, by the same user or from another machine, starts while the first one's change is in force, or just before it
// is.
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

// Both have checked that no other push is active, and then commit.
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
    // No timer runs out because the other push rolls back.
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

std::vector<Fault> faults_of_two_pushes()
{
    return {
        {"two-pushes",
            "The same plan is pushed twice at once",
            "Refuses the second.",
            two_of_one_plan,
            cell::second_refused},
        {"two-copies",
            "A copy of the plan is pushed at the same time from elsewhere",
            "Refuses the second, since the device is not as the plan has it.",
            two_of_copies,
            cell::second_refused},
        {"two-racing",
            "Two pushes have found the device free, and commit at the same moment",
            "One is done. The other says that another push holds the device, and leaves that one alone.",
            two_racing,
            cell::second_refused},
    };
}

}
