// SPDX-License-Identifier: Apache-2.0
#include "cli/corrections.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace rocelint {
namespace {

// What is still found, as one text.
std::string left_in(const cli::Outcome& outcome)
{
    std::string text;
    for (const Finding& finding : outcome.report.findings) {
        // A script that was just written did not run before the captures beside it were made.
        if (finding.message.find("it did not run, or was undone") != std::string::npos)
            continue;
        text += std::string(finding.rule->code) + ": " + finding.message + "\n";
    }
    return text;
}

// Whether every device that the example's finding wants to change can be written.
bool is_writable(const cli::Outcome& outcome, const FixPlan& plan)
{
    return !plan.devices.empty() && std::ranges::all_of(plan.devices, [&](const DeviceFixes& fixes) {
        const Driver* driver = find_driver(outcome.fabric.devices[fixes.device].platform);
        return driver != nullptr && driver->edit != nullptr;
    });
}

// Applies what the example's findings propose, and says how often that was done.
bool correct_example(const Rule& rule, const Example& example)
{
    const auto outcome = check_example(example);
    const FixPlan plan = plan_fixes(outcome->report, {});
    if (!is_writable(*outcome, plan))
        return false;
    CAPTURE(rule.code);
    CAPTURE(example.title);
    CHECK(plan.by_hand.empty());
    const std::vector<cli::Correction> corrections
        = cli::correct(*outcome, plan, {.files = true, .commands = true});
    std::map<std::string, std::string> texts;
    for (const cli::Correction& correction : corrections) {
        for (const cli::NotMade& left : correction.not_made)
            FAIL_CHECK(describe(left.change), ": ", left.reason);
        for (const cli::CorrectedFile& file : correction.files)
            texts[file.path] = file.text;
        CHECK_FALSE(correction.commands.empty());
    }
    CHECK_FALSE(texts.empty());
    const auto after = check_example(example, texts);
    CHECK(left_in(*after) == "");
    CHECK(plan_fixes(after->report, {}).devices.empty());
    return true;
}

}

TEST_CASE("a corrected bad example is silent, and a second run changes nothing")
{
    int corrected = 0;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (!example.flagged.empty())
                corrected += correct_example(*rule, example) ? 1 : 0;
        }
    }
    CHECK(corrected > 10);
}

}
