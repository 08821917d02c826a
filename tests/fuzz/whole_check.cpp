// SPDX-License-Identifier: Apache-2.0
// Everything the program does with a configuration, on configurations that nobody would write.
#include "drivers/amend/amend.h"
#include "models/change/changes_between.h"
#include "models/fabric/fields/dump.h"
#include "rules/engine/fix.h"
#include "tests/fuzz/grammar_text.h"
#include "tests/fuzz/target.h"
#include "workspace/amend/corrections.h"

namespace rocelint::fuzz {
namespace {

constexpr std::string_view policies[]{"version: 1\nprofile: lossless\n",
    "version: 1\n",
    "version: 1\nclasses:\n  gpu: {priority: 3, dscp: 26, lossless: true}\n  storage: {priority: 4, lossless: true}\n",
    "version: 1\nclasses:\n  gpu: {priority: 0, dscp: 0, lossless: true}\n"};
constexpr std::string_view topologies[]{
    "devices:\n  leaf1: {role: leaf}\n  leaf2: {role: leaf}\n", "", "devices:\n  leaf1: {role: spine}\n"};

void correct_all(const workspace::Outcome& outcome)
{
    const FixPlan plan = plan_fixes(outcome.report, {});
    for (const workspace::Correction& correction :
        workspace::correct(outcome, plan, {.files = true, .commands = true})) {
        for (const workspace::CorrectedFile& file : correction.files)
            static_cast<void>(file.diff);
    }
}

// Makes the device `from` mean the same as `to`, as their common driver would edit it.
void bring_to(const workspace::Outcome& outcome, const Driver& driver, std::size_t from, std::size_t to)
{
    const Device& live = outcome.fabric.devices[from];
    const Device& wanted = outcome.fabric.devices[to];
    static_cast<void>(differences(live, wanted));
    const ChangesBetween between = changes_between(live, wanted);
    if (driver.edit == nullptr || between.changes.empty() || live.files.size() != 1)
        return;
    const Source& source = *outcome.fabric.sources.find(live.files.front());
    const Source copy(0, std::string(source.path()), source.text());
    const Tree tree = driver.parse(copy);
    const Reading reading = driver.read({&tree, 1}, live.name);
    static_cast<void>(amend({driver, {&tree, 1}, reading.device, ""}, between.changes));
    static_cast<void>(commands_for({driver, {&tree, 1}, reading.device, ""}, between.changes));
}

}

void check_spelled(std::string_view platform, std::string_view bytes)
{
    const Driver& driver = *find_driver(platform);
    Choices choices(bytes);
    const std::string_view policy = choices.pick(policies);
    const std::string_view topology = choices.pick(topologies);
    const std::string first = grammar_text(driver, "leaf1", choices);
    const std::string second
        = choices.chance(96) ? grammar_text(driver, "leaf2", choices) : base_text(driver, "leaf2");
    const std::string_view texts[]{first, second};
    const auto outcome = check_texts(policy, topology, texts, platform);
    if (outcome == nullptr)
        return;
    for (const Device& device : outcome->fabric.devices)
        static_cast<void>(dump(device, outcome->fabric.sources));
    correct_all(*outcome);
    if (outcome->fabric.devices.size() == 2) {
        bring_to(*outcome, driver, 0, 1);
        bring_to(*outcome, driver, 1, 0);
    }
}

}
