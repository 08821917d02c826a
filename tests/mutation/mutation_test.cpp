// SPDX-License-Identifier: Apache-2.0
// Tests the promise that silence means clean: breaks one token of a sound configuration at a time, which the report must show.
// `./dev mutate` tries every token and writes docs/mutation.md; a test run tries a sample (tests/support/sample.h).
#include "models/parallel/parallel.h"
#include "tests/mutation/page.h"
#include "tests/mutation/reasons.h"
#include "tests/mutation/trial.h"
#include "tests/support/sample.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <unordered_set>

namespace rocelint::testing {
namespace {

std::vector<Trial> all_trials(const std::vector<Subject>& subjects)
{
    std::vector<Trial> trials;
    std::unordered_set<std::string> known;
    for (std::uint32_t subject = 0; subject < subjects.size(); ++subject) {
        for (std::uint32_t file = 0; file < subjects[subject].files.size(); ++file) {
            const Subject::File& one = subjects[subject].files[file];
            for (std::uint32_t mutant = 0; mutant < one.mutants.size(); ++mutant) {
                if (known.insert(fmt::format("{}|{}|{}", subject, one.platform, one.mutants[mutant].key))
                        .second)
                    trials.push_back({subject, file, mutant, {}});
            }
        }
    }
    return trials;
}

void run(const std::vector<Subject>& subjects, std::vector<Trial>& trials)
{
    run_parallel(trials.size(), [&](std::size_t index) {
        Trial& trial = trials[index];
        const Mutant& mutant = subjects[trial.subject].files[trial.file].mutants[trial.mutant];
        trial.verdict = try_mutant(subjects[trial.subject], trial.file, mutant);
    });
}

TEST_CASE("whatever token is broken, the report shows it or the page says why it is harmless")
{
    const std::vector<Subject>& subjects = sound_subjects();
    std::vector<Trial> trials = all_trials(subjects);
    REQUIRE(trials.size() > 1000);
    const bool all = plays_everything();
    CAPTURE(sample_seed());
    // "nvue,os10" tries all mutants of these platforms and writes no page.
    const char* only = std::getenv("ROCELINT_MUTATE_ONLY");
    if (only != nullptr) {
        std::erase_if(trials, [&](const Trial& trial) {
            const std::string_view platform = subjects[trial.subject].files[trial.file].platform;
            return fmt::format(",{},", only).find(fmt::format(",{},", platform)) == std::string::npos;
        });
        REQUIRE(!trials.empty());
    } else if (!all) {
        constexpr std::size_t sample = 150;
        std::mt19937 random(sample_seed());
        std::ranges::shuffle(trials, random);
        trials.resize(sample);
    }
    // Tries only removals, and writes their section to this file for one's own use.
    const char* removals = std::getenv("ROCELINT_MUTATE_REMOVALS");
    if (removals != nullptr)
        std::erase_if(trials, [&](const Trial& trial) {
            return !is_removal(subjects[trial.subject].files[trial.file].mutants[trial.mutant].mutation);
        });
    run(subjects, trials);
    if (removals != nullptr)
        std::ofstream(removals) << removal_section(subjects, trials);
    if (all && only == nullptr && removals == nullptr) {
        const std::string path = std::string(ROCELINT_SOURCE_DIR) + "/docs/mutation.md";
        const std::string page = mutation_page(subjects, trials);
        if (std::getenv("ROCELINT_MUTATE") != nullptr)
            std::ofstream(path) << page;
        std::ifstream file(path);
        const std::string written{std::istreambuf_iterator<char>(file), {}};
        CHECK_MESSAGE(written == page, "./dev mutate writes it anew");
    }
    if (const char* list = std::getenv("ROCELINT_MUTATION_LIST"))
        std::ofstream(list) << mutation_list(subjects, trials);
    for (const Trial& trial : trials) {
        const Subject::File& file = subjects[trial.subject].files[trial.file];
        const Mutant& mutant = file.mutants[trial.mutant];
        const bool is_unseen = is_removal(mutant.mutation) && trial.verdict.effect == Effect::otherwise
            && trial.verdict.is_green && trial.verdict.fate > Fate::found_elsewhere;
        if (trial.verdict.fate != Fate::silent && !is_unseen)
            continue;
        const std::string line = line_of(file.text, mutant.line);
        if (reason_of_silence(file.platform, trial.verdict.changed, mutant.mutation, line).empty())
            FAIL_CHECK(subjects[trial.subject].name,
                " ",
                file.path,
                ":",
                mutant.line,
                " ",
                std::string(name_of(mutant.mutation)),
                ": ",
                line,
                " (changes ",
                names_of(trial.verdict.changed),
                ")");
    }
}

}
}
