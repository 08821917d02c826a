// SPDX-License-Identifier: Apache-2.0
// What a cache may never do: change a report.
#include "drivers/driver.h"
#include "models/parallel/parallel.h"
#include "rules/rule_table.h"
#include "tests/cache/memory_store.h"
#include "tests/cache/whole_report.h"
#include "tests/example_fabric.h"
#include "tests/mutation/trial.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace rocelint::testing {
namespace {

using stored::EntryKind;

TEST_CASE("examples of rules give the same report without a cache, with an empty and with a full one")
{
    const std::vector<const Example*> examples = some_examples(7);
    REQUIRE(examples.size() > 100);
    std::vector<const char*> wrong(examples.size());
    run_parallel(examples.size(), [&](std::size_t index) {
        const std::string without = whole_report(*check_example(*examples[index]));
        MemoryStore store;
        if (whole_report(*check_example(*examples[index], {}, &store)) != without)
            wrong[index] = "an empty cache changes the report";
        else if (whole_report(*check_example(*examples[index], {}, &store)) != without)
            wrong[index] = "a full cache changes the report";
        else if (store.count(EntryKind::model).used != store.count(EntryKind::model).missing
            || store.count(EntryKind::model).refused != 0)
            wrong[index] = "not every model is found again";
    });
    for (std::size_t index = 0; index < examples.size(); ++index)
        CHECK_MESSAGE(wrong[index] == nullptr,
            examples[index]->title << ": " << std::string(wrong[index] == nullptr ? "" : wrong[index]));
}

struct Breakage {
    std::uint32_t subject;
    std::uint32_t file;
    std::uint32_t mutant;
};

TEST_CASE("with the cache of a sound fabric, one broken token gives the report that it gives without")
{
    const std::vector<Subject>& subjects = sound_subjects();
    std::vector<Breakage> trials;
    for (std::uint32_t subject = 0; subject < subjects.size(); ++subject) {
        for (std::uint32_t file = 0; file < subjects[subject].files.size(); ++file) {
            const std::vector<Mutant>& mutants = subjects[subject].files[file].mutants;
            for (std::uint32_t mutant = 0; mutant < mutants.size(); ++mutant)
                trials.push_back({subject, file, mutant});
        }
    }
    constexpr std::size_t sample = 100;
    REQUIRE(trials.size() > sample);
    // Another sample each week would make a red run that nobody can repeat.
    std::mt19937 random(20261123); // NOLINT(cert-msc32-c,cert-msc51-cpp)
    std::ranges::shuffle(trials, random);
    trials.resize(sample);
    std::vector<MemoryStore> stores(subjects.size());
    std::vector<bool> wanted(subjects.size());
    for (const Breakage& trial : trials)
        wanted[trial.subject] = true;
    run_parallel(subjects.size(), [&](std::size_t index) {
        if (wanted[index])
            static_cast<void>(check_texts(subjects[index], 0, nullptr, &stores[index]));
    });
    std::vector<char> same(trials.size());
    run_parallel(trials.size(), [&](std::size_t index) {
        const auto [subject, file, mutant] = trials[index];
        const Mutant& broken = subjects[subject].files[file].mutants[mutant];
        same[index] = whole_report(*check_mutant(subjects[subject], file, broken, &stores[subject]))
                == whole_report(*check_mutant(subjects[subject], file, broken))
            ? 1
            : 0;
    });
    std::size_t used = 0;
    std::size_t proofs = 0;
    std::size_t findings = 0;
    for (MemoryStore& store : stores) {
        used += store.count(EntryKind::model).used;
        proofs += store.count(EntryKind::proof).used;
        findings += store.count(EntryKind::findings).used;
    }
    CHECK(used > sample);
    CHECK(findings > sample / 2);
    CHECK(proofs > sample / 4); // most tokens say nothing of where packets go or wait
    for (std::size_t index = 0; index < trials.size(); ++index) {
        const auto [subject, file, mutant] = trials[index];
        const Subject::File& broken = subjects[subject].files[file];
        CHECK_MESSAGE(same[index] == 1,
            subjects[subject].name << ": " << broken.path << ":" << broken.mutants[mutant].line << ": "
                                   << name_of(broken.mutants[mutant].mutation));
    }
}

// A text of the fabric with the last `from` replaced.
std::string replaced(const Subject& subject, std::size_t file, std::string_view from, std::string_view to)
{
    std::string text = subject.files[file].text;
    const std::size_t at = text.rfind(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST_CASE("proofs are used again until something changes where packets go or wait")
{
    const Subject subject = fabric_of_fixtures("clos-mixed");
    MemoryStore store;
    const MemoryStore::Count& proofs = store.count(EntryKind::proof);
    static_cast<void>(check_texts(subject, 0, nullptr, &store));
    REQUIRE(proofs.missing == 2); // the turns in use, and that there is no ring
    const auto file = [&](std::string_view path) {
        return static_cast<std::size_t>(
            std::ranges::find(subject.files, path, &Subject::File::path) - subject.files.begin());
    };
    const std::size_t leaf = file("leaf3.cfg");
    REQUIRE(leaf < subject.files.size());
    const std::string remarked = "! changed on Monday\n" + subject.files[leaf].text;
    const std::string higher = replaced(subject, leaf, "minimum-threshold 250", "minimum-threshold 260");
    for (const std::string& text : {remarked, higher})
        static_cast<void>(check_texts(subject, leaf, &text, &store));
    CHECK(proofs.used == 4);
    CHECK(proofs.missing == 2);
    const std::string without
        = replaced(subject, leaf, "priority-flow-control on", "no priority-flow-control");
    CHECK(whole_report(*check_texts(subject, leaf, &without, &store))
        == whole_report(*check_texts(subject, leaf, &without)));
    CHECK(proofs.used == 5); // turns do not ask for PFC
    CHECK(proofs.missing == 3);
}

// A ring tells which of its ports no watchdog guards, and the search for it does not ask.
TEST_CASE("a ring that is known from an earlier run is held against the watchdogs of this one")
{
    std::size_t tried = 0;
    std::size_t proofs = 0;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            std::map<std::string, std::string> unguarded;
            for (const ExampleFile& file : example.files) {
                constexpr std::string_view guard = "pause watchdog";
                std::string text = file.platform == "eos" ? example_text(file) : std::string();
                for (std::size_t at = text.find(guard); at != std::string::npos; at = text.find(guard))
                    text.replace(at, guard.size(), "on");
                if (!text.empty())
                    unguarded[std::string(file.device) + '/'
                        + std::string(find_driver("eos")->base_file_name)]
                        = text;
            }
            if (!rule->code.starts_with("DLK") || unguarded.empty())
                continue;
            ++tried;
            MemoryStore store;
            static_cast<void>(check_example(example, {}, &store));
            CAPTURE(example.title);
            CHECK(whole_report(*check_example(example, unguarded, &store))
                == whole_report(*check_example(example, unguarded)));
            proofs += store.count(EntryKind::proof).used;
        }
    }
    CHECK(tried > 10);
    CHECK(proofs > tried);
}

}
}
