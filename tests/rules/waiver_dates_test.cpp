// SPDX-License-Identifier: Apache-2.0
// A waiver with a date holds until the end of its last day, in a policy and in a comment, and no longer.
#include "rules/engine/inline_waiver.h"
#include "rules/engine/waiver.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::string_view day_before = "2026-12-30";
constexpr std::string_view last_day = "2026-12-31";
constexpr std::string_view day_after = "2027-01-01";

// An outcome with an open finding; `code` is set to its code.
std::unique_ptr<workspace::Outcome> find_one(std::string& code)
{
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (example.flagged.empty())
                continue;
            auto outcome = check_example(example);
            const auto open = std::ranges::find_if(
                outcome->report.findings, [](const Finding& finding) { return finding.waived.empty(); });
            if (open == outcome->report.findings.end())
                continue;
            code = open->rule->code;
            return outcome;
        }
    }
    FAIL("no example of a rule has a finding");
    return nullptr;
}

// The codes of findings about the waiver, and "waived" if it holds.
std::string applied_on(std::string_view today)
{
    std::string code;
    const auto outcome = find_one(code);
    outcome->policy.waivers = {{.code = code, .reason = "lab", .expires = std::string(last_day)}};
    apply_waivers(outcome->report, outcome->analysis, outcome->asked.selection, today);
    std::string said;
    for (const Finding& finding : outcome->report.findings) {
        if (finding.rule->code == "SYN002")
            said += "SYN002 ";
        else if (finding.rule->code == code)
            said += finding.waived == "lab" ? "waived " : "open ";
    }
    return said;
}

TEST_CASE("a waiver of the policy holds on its last day, and is reported as expired the day after")
{
    CHECK(applied_on(day_before) == "waived ");
    CHECK(applied_on(last_day) == "waived ");
    const std::string over = applied_on(day_after);
    CHECK(over.find("SYN002") != std::string::npos);
    CHECK(over.find("open") != std::string::npos);
    CHECK(over.find("waived") == std::string::npos);
}

TEST_CASE("a waiver comment holds on its last day, and is over the day after")
{
    const InlineWaiver waiver{.codes = "PFC001", .reason = "lab", .until = last_day};
    CHECK(waiver.holds(day_before));
    CHECK(waiver.holds(last_day));
    CHECK_FALSE(waiver.holds(day_after));
    CHECK_FALSE(waiver.is_over(day_before));
    CHECK_FALSE(waiver.is_over(last_day));
    CHECK(waiver.is_over(day_after));
}

TEST_CASE("a waiver with an invalid date or without a reason waives nothing on any day")
{
    for (const char* until : {"soon", "2026-12-32", "2026-02-30", "31.12.2026", "2999-1-1", "29991231"}) {
        CAPTURE(until);
        const InlineWaiver waiver{.codes = "PFC001", .reason = "lab", .until = until};
        CHECK_FALSE(waiver.holds("2000-01-01"));
        CHECK_FALSE(waiver.is_over(day_after));
    }
    CHECK_FALSE(InlineWaiver{.codes = "PFC001", .until = last_day}.holds(day_before));
    CHECK(InlineWaiver{.codes = "PFC001", .reason = "lab"}.holds(day_after));
}

}
}
