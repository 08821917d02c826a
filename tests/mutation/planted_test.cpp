// SPDX-License-Identifier: Apache-2.0
// Plants defects in sound SONiC configurations and checks the patches that `fix` prints for them against what the switch's
// updater does with each operation. The test parses a patch as the updater does, not with the driver.
#include "drivers/driver.h"
#include "models/catalog/updater.h"
#include "models/parallel/parallel.h"
#include "rules/engine/fix.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"
#include "tests/mutation/trial.h"
#include "tests/support/sample.h"
#include "workspace/amend/corrections.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

namespace rocelint::testing {
namespace {

using Json = nlohmann::json;

// RFC 6901.
std::vector<std::string> parts_of(const std::string& pointer)
{
    std::vector<std::string> parts;
    for (const char c : pointer) {
        if (c == '/')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (std::string& part : parts) {
        for (const auto& [escape, character] : {std::pair("~1", '/'), std::pair("~0", '~')}) {
            for (std::size_t at = part.find(escape); at != std::string::npos; at = part.find(escape, at + 1))
                part.replace(at, 2, 1, character);
        }
    }
    return parts;
}

std::string word_of(const Json& config, const char* field)
{
    const Json* at = &config;
    for (const char* key : {"DEVICE_METADATA", "localhost", field}) {
        if (!at->is_object() || !at->contains(key))
            return {};
        at = &(*at)[key];
    }
    return at->is_string() ? at->get<std::string>() : std::string();
}

// What is wrong with one operation; empty if nothing is. With `hitless` it must take no port down.
std::string fault_of(const Json& operation, const Json& before, bool hitless)
{
    const std::string sku = word_of(before, "hwsku");
    const std::string platform = word_of(before, "platform");
    const std::string verb = operation["op"];
    std::vector<std::string> path = parts_of(operation["path"]);
    if (path.empty() || path.size() > 3)
        return "a path of no table";
    // JsonPatch.from_diff: adding the first row adds the table.
    const bool no_table = !before.contains(path[0]) || before[path[0]].empty();
    if (verb == "add" && path.size() == 2 && no_table)
        path.resize(1);
    path.resize(3);
    std::vector<std::string> fields;
    if (path[2].empty() && operation.contains("value") && operation["value"].is_object()) {
        for (const auto& [field, value] : operation["value"].items())
            fields.push_back(field);
    }
    const std::vector<std::string_view> row(fields.begin(), fields.end());
    const auto answer = catalog::ask_updater({sku, {}, platform}, {verb, path[0], path[1], path[2], row});
    if (answer.verdict != catalog::UpdaterVerdict::takes)
        return fmt::format("refused ({})", answer.source);
    const std::string port = path[1].substr(0, path[1].find('|'));
    const bool is_up = before.contains("PORT") && before["PORT"].contains(port)
        && before["PORT"][port].value("admin_status", "down") == "up";
    if (hitless && is_up && !catalog::takes_port_down(path[0]).empty())
        return "takes the port down";
    return {};
}

struct Planted {
    std::size_t patches = 0;
    std::size_t operations = 0;
    std::vector<std::string> faults;
};

void hold(const workspace::Outcome& outcome, bool hitless, Planted& planted)
{
    const FixPlan plan = plan_fixes(outcome.report, {.disruptive = !hitless});
    for (const workspace::Correction& correction :
        workspace::correct(outcome, plan, {.files = false, .commands = true, .hitless = hitless})) {
        const Device& device = outcome.fabric.devices[correction.device];
        const auto begin = correction.commands.find('[');
        if (device.platform != "sonic" || begin == std::string::npos)
            continue;
        const Json before
            = Json::parse(outcome.fabric.sources.find(device.files.front())->text(), nullptr, false);
        if (before.is_discarded())
            continue;
        ++planted.patches;
        for (const Json& operation : Json::parse(correction.commands.substr(begin))) {
            ++planted.operations;
            const std::string fault = fault_of(operation, before, hitless);
            if (!fault.empty())
                planted.faults.push_back(fmt::format("{}: {}", operation.dump(), fault));
        }
    }
}

TEST_CASE("SONiC's updater refuses no patch for a planted defect, and none called hitless takes a port down")
{
    const std::vector<Subject>& subjects = sound_subjects();
    struct Place {
        std::uint32_t subject;
        std::uint32_t file;
        std::uint32_t mutant;
    };
    std::vector<Place> places;
    for (std::uint32_t subject = 0; subject < subjects.size(); ++subject) {
        for (std::uint32_t file = 0; file < subjects[subject].files.size(); ++file) {
            if (subjects[subject].files[file].platform != "sonic")
                continue;
            for (std::uint32_t mutant = 0; mutant < subjects[subject].files[file].mutants.size(); ++mutant)
                places.push_back({subject, file, mutant});
        }
    }
    CAPTURE(sample_seed());
    std::mt19937 random(sample_seed());
    std::ranges::shuffle(places, random);
    const bool every = plays_everything();
    const std::size_t defects = every ? 1050 : 300; // about one in five gets a patch
    REQUIRE(places.size() > defects);
    std::vector<Planted> planted(defects);
    run_parallel(defects, [&](std::size_t index) {
        const Subject& subject = subjects[places[index].subject];
        const Mutant& mutant = subject.files[places[index].file].mutants[places[index].mutant];
        const auto outcome = check_mutant(subject, places[index].file, mutant);
        hold(*outcome, false, planted[index]);
        hold(*outcome, true, planted[index]);
    });
    Planted all;
    std::size_t corrected = 0;
    for (const Planted& one : planted) {
        corrected += one.patches > 0 ? 1 : 0;
        all.patches += one.patches;
        all.operations += one.operations;
        for (const std::string& fault : one.faults)
            FAIL_CHECK(fault);
    }
    MESSAGE(corrected, " defects with ", all.patches, " patches of ", all.operations, " operations");
    // A random sample of 300 has 60 corrections on average, and fewer than 30 practically never.
    CHECK(corrected >= defects / 10);
}

TEST_CASE(
    "SONiC's updater refuses no patch for an example of a rule, and none called hitless takes a port down")
{
    std::vector<std::pair<std::string, const Example*>> examples;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (!example.flagged.empty() && std::ranges::any_of(example.files, [](const auto& file) {
                    return file.platform == "sonic";
                }))
                examples.emplace_back(fmt::format("{}, {}", rule->code, example.title), &example);
        }
    }
    std::vector<Planted> planted(examples.size());
    run_parallel(examples.size(), [&](std::size_t index) {
        const auto outcome = check_example(*examples[index].second);
        hold(*outcome, false, planted[index]);
        hold(*outcome, true, planted[index]);
    });
    std::size_t corrected = 0;
    for (std::size_t index = 0; index < planted.size(); ++index) {
        corrected += planted[index].patches > 0 ? 1 : 0;
        for (const std::string& fault : planted[index].faults)
            FAIL_CHECK(examples[index].first, ": ", fault);
    }
    MESSAGE(corrected, " of ", examples.size(), " examples with patches");
    CHECK(corrected > 40);
}

}
}
