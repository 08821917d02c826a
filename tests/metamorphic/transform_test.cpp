// SPDX-License-Identifier: Apache-2.0
// Equivalent files get equal verdicts: a transformation that keeps the meaning of a fabric's files keeps the verdicts, with and
// without a fault in them. This runs a sample; `./dev metamorphic` tries every fault.
#include "models/parallel/parallel.h"
#include "tests/metamorphic/faults.h"
#include "tests/metamorphic/transform.h"
#include "tests/support/sample.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <mutex>
#include <random>

namespace rocelint::testing {
namespace {

Texts texts_of(const Subject& subject, const std::vector<workspace::Correction>& edits)
{
    Texts texts{
        .files = {}, .topology = subject.topology, .policy = subject.policy, .platform = subject.name};
    for (const Subject::File& file : subject.files)
        texts.files.emplace_back(file.path, file.text);
    for (const workspace::Correction& edit : edits) {
        for (const workspace::CorrectedFile& changed : edit.files) {
            for (auto& [path, text] : texts.files) {
                if (path == changed.path)
                    text = changed.text;
            }
        }
    }
    return texts;
}

std::string difference(const std::multiset<std::string>& before, const std::multiset<std::string>& after)
{
    std::string out;
    for (const std::string& verdict : before)
        out += before.count(verdict) == after.count(verdict) ? "" : "  before: " + verdict + "\n";
    for (const std::string& verdict : after)
        out += before.count(verdict) == after.count(verdict) ? "" : "  after:  " + verdict + "\n";
    return out;
}

struct Attempt {
    const Subject* subject;
    const Fault* fault; ///< null: the sound fabric
    const Transformation* transformation;
};

// The verdicts that the transformation changes; empty if none.
std::string try_one(const Attempt& trial, std::uint32_t seed, bool& applied)
{
    const FaultAt at{trial.fault, "leaf1", 0};
    const Broken broken = trial.fault == nullptr ? Broken{} : break_subject(*trial.subject, {&at, 1});
    if (trial.fault != nullptr && broken.outcome == nullptr)
        return {};
    const Texts before = texts_of(*trial.subject, broken.edits);
    Texts after = before;
    applied = trial.transformation->apply(after, seed);
    if (!applied)
        return {};
    const bool words = trial.transformation->keeps_statements;
    return difference(verdicts_of(*check_of(before), words, trial.transformation->renamed),
        verdicts_of(*check_of(after), words, {}));
}

TEST_CASE("equivalent orders, spellings and names change no verdict")
{
    const std::vector<Subject> subjects = switch_pairs();
    const bool all = plays_everything();
    const std::uint32_t seed = sample_seed();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::vector<Attempt> trials;
    for (const Subject& subject : subjects) {
        for (const Transformation& transformation : all_transformations()) {
            trials.push_back({&subject, nullptr, &transformation});
            for (const Fault& fault : all_faults()) {
                constexpr unsigned one_of = 8;
                if (all || random() % one_of == 0)
                    trials.push_back({&subject, &fault, &transformation});
            }
        }
    }
    std::vector<std::string> changed(trials.size());
    std::map<std::string, int> applied;
    std::mutex mutex;
    run_parallel(trials.size(), [&](std::size_t index) {
        bool is_applied = false;
        changed[index] = try_one(trials[index], seed, is_applied);
        const std::scoped_lock lock(mutex);
        applied[trials[index].transformation->name] += is_applied ? 1 : 0;
    });
    for (std::size_t index = 0; index < trials.size(); ++index) {
        const Attempt& trial = trials[index];
        const bool is_same = changed[index].empty();
        CHECK_MESSAGE(is_same,
            fmt::format("{}, {}, {}:\n{}",
                trial.subject->name,
                trial.fault == nullptr ? "no fault" : trial.fault->name,
                trial.transformation->name,
                changed[index]));
    }
    for (const auto& [name, count] : applied)
        CHECK_MESSAGE(count > 0, name << " was tried nowhere");
}

}
}
