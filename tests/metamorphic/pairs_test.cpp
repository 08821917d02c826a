// SPDX-License-Identifier: Apache-2.0
// Plants two faults at once: both must be found. This runs a sample; `./dev metamorphic` tries all pairs.
#include "models/parallel/parallel.h"
#include "tests/metamorphic/faults.h"
#include "tests/support/sample.h"
#include "workspace/check/fault_set.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

namespace rocelint::testing {
namespace {

// Codes of new findings of at least a severity on a device, including folded ones.
std::set<std::string> codes_at(
    const Subject& subject, const workspace::Outcome& broken, std::string_view device, Severity least)
{
    Selection all;
    all.fold = false;
    const Report report = check(broken.analysis, all, {}, broken.asked.today);
    const std::uint32_t index = *broken.fabric.find_device(device);
    std::set<std::string> known;
    for (const Finding& finding : subject.sound->report.findings)
        known.insert(std::string(finding.rule->code));
    std::set<std::string> codes;
    for (const Finding& finding : report.findings) {
        const bool here = std::ranges::any_of(
            finding.subjects, [&](const rocelint::Subject& one) { return one.port.device == index; });
        if (here && finding.severity >= least && !known.contains(std::string(finding.rule->code)))
            codes.insert(std::string(finding.rule->code));
    }
    return codes;
}

// The faults that are found alone but not in the pair; empty if none.
std::string lost_in_pair(const Subject& subject, const Fault& first, const Fault& second)
{
    const FaultAt both[]{{&first, "leaf1", 0}, {&second, "leaf2", 0}};
    const Broken pair = break_subject(subject, both);
    if (pair.outcome == nullptr)
        return {};
    // Where both switches have the same fault, neither is an outlier: the warning of a comparison gives way to
    // what a rule that judges one switch says, which may be an info.
    const Severity least = &first == &second ? Severity::info : Severity::warning;
    std::string lost;
    for (const FaultAt& at : both) {
        const Broken alone = break_subject(subject, {&at, 1});
        const std::set<std::string> together = codes_at(subject, *pair.outcome, at.device, least);
        const std::set<std::string> single = codes_at(subject, *alone.outcome, at.device, least);
        if (single.empty())
            continue;
        const bool found
            = std::ranges::any_of(single, [&](const std::string& code) { return together.contains(code); });
        if (!found)
            lost += fmt::format("{} is not found\n", at.fault->name);
    }
    return lost;
}

TEST_CASE("two faults on two switches are both found")
{
    const std::vector<Subject> subjects = switch_pairs();
    const bool all = plays_everything();
    CAPTURE(sample_seed());
    std::mt19937 random(sample_seed());
    struct Pair {
        const Subject* subject;
        const Fault* first;
        const Fault* second;
    };
    std::vector<Pair> pairs;
    for (const Subject& subject : subjects) {
        for (const Fault& first : all_faults()) {
            for (const Fault& second : all_faults()) {
                constexpr unsigned one_of = 40;
                if (all || random() % one_of == 0)
                    pairs.push_back({&subject, &first, &second});
            }
        }
    }
    std::vector<std::string> lost(pairs.size());
    run_parallel(pairs.size(), [&](std::size_t index) {
        lost[index] = lost_in_pair(*pairs[index].subject, *pairs[index].first, *pairs[index].second);
    });
    for (std::size_t index = 0; index < pairs.size(); ++index) {
        const bool nothing = lost[index].empty();
        CHECK_MESSAGE(nothing,
            pairs[index].subject->name << ": " << std::string(pairs[index].first->name) << " and "
                                       << std::string(pairs[index].second->name) << ": " << lost[index]);
    }
}

}
}
