// SPDX-License-Identifier: Apache-2.0
#include "rules/engine/engine.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace rocelint {
namespace {

std::string whole_line(const Fabric& fabric, Span at)
{
    const Source* source = fabric.sources.find(at.source);
    if (source == nullptr)
        return "";
    const LineTable lines(source->text());
    return source->path() + ": " + std::string(lines.line(lines.position(at.offset).line));
}

// Findings as one text, so that a failed check prints all of them.
std::string list_findings(const workspace::Outcome& outcome)
{
    std::string out;
    for (const Finding& finding : outcome.report.findings) {
        out += std::string(finding.rule->code) + " at [" + whole_line(outcome.fabric, finding.at) + "] "
            + finding.message;
        for (const Related& related : finding.related)
            out += related.code.empty() ? "" : " (+" + std::string(related.code) + ")";
        out += '\n';
    }
    return out;
}

bool are_platforms_known(const Example& example)
{
    return std::ranges::all_of(example.files, [](const ExampleFile& file) {
        return file.platform.empty()
            || (find_driver(file.platform) != nullptr && !find_driver(file.platform)->base_example.empty());
    });
}

void check_flagged(const Rule& rule, const Example& example, const workspace::Outcome& outcome)
{
    INFO("all findings:\n" << list_findings(outcome));
    REQUIRE(outcome.report.findings.size() == 1);
    const Finding& finding = outcome.report.findings.front();
    CHECK(finding.rule->code == rule.code);
    const std::string line = whole_line(outcome.fabric, finding.at);
    CHECK_MESSAGE(line.find(example.flagged) != std::string::npos, "flagged instead: " << line);
    const std::string_view device
        = example.flagged_device.empty() ? example.files[0].device : example.flagged_device;
    if (device != "topology.yaml" && device != "rocelint.yaml")
        CHECK(line.starts_with(std::string(device) + "/"));
    CHECK_FALSE(finding.message.empty());
    CHECK(rule.states(finding.severity));
}

TEST_CASE("every bad example gives exactly its own finding, and every good one none")
{
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            SUBCASE((std::string(rule->code) + ": " + std::string(example.title)).c_str())
            {
                REQUIRE_MESSAGE(are_platforms_known(example), "it names a platform that has no base example");
                const auto outcome = check_example(example);
                if (example.flagged.empty())
                    CHECK(list_findings(*outcome) == "");
                else
                    check_flagged(*rule, example, *outcome);
            }
        }
    }
}

TEST_CASE("every rule has a complete record")
{
    std::set<std::string_view> codes;
    std::set<std::string_view> names;
    for (const Rule* rule : all_rules()) {
        CAPTURE(rule->code);
        CHECK(codes.insert(rule->code).second);
        CHECK(names.insert(rule->name).second);
        CHECK((rule->code.size() == 5 || rule->code.size() == 6));
        CHECK_FALSE(rule->summary.starts_with("This rule"));
        CHECK(rule->summary.ends_with("."));
        CHECK_FALSE(rule->why.empty());
        CHECK_FALSE(rule->source.empty());
        const int checks = (rule->check_port != nullptr) + (rule->check_link != nullptr)
            + (rule->check_device != nullptr) + (rule->check_fabric != nullptr);
        // Findings about the text itself, about waivers and about reading come from the code that reads them, not from a check.
        const bool is_of_reading = rule->code.starts_with("SYN") || rule->code == "NIC028";
        CHECK(checks == (is_of_reading ? 0 : 1));
        for (const Parameter& parameter : rule->parameters)
            CHECK_FALSE(parameter.source.empty());
        // The gate is no stricter on what is only inferred or assumed.
        CHECK(rule->severity_by(Basis::explicit_lines) <= rule->severity);
        CHECK(rule->severity_by(Basis::assumed_default) <= rule->severity_by(Basis::explicit_lines));
        if (rule->by_assumed_default)
            CHECK(*rule->by_assumed_default != Severity::error);
        // A condition may lift what a rule is without a policy to what it is with one.
        std::set<Severity> severities;
        if (!rule->without_policy)
            severities.insert(rule->severity);
        for (const OtherSeverity& other : rule->other_severities) {
            if (other.when.empty())
                continue;
            CHECK(severities.insert(other.severity).second);
            CHECK_FALSE(other.when.ends_with("."));
        }
        const auto flags = [](const Example& example) { return !example.flagged.empty(); };
        if (rule->code != "SYN001") {
            CHECK(std::ranges::any_of(rule->examples, flags));
            CHECK_FALSE(std::ranges::all_of(rule->examples, flags));
        }
    }
    CHECK(std::ranges::is_sorted(all_rules(), {}, &Rule::code));
}

TEST_CASE("a rule states the severity in its record, and those that it adds with a condition")
{
    const Rule rule{.severity = Severity::error,
        .other_severities = {{{Severity::warning, "where no cable joins the two islands"}}}};
    CHECK(rule.states(Severity::error));
    CHECK(rule.states(Severity::warning));
    CHECK_FALSE(rule.states(Severity::info));
}

TEST_CASE("a rule has one severity for each thing that a finding can rest on")
{
    constexpr Rule alike{.severity = Severity::warning};
    constexpr Rule inferred{.severity = Severity::warning, .without_policy = Severity::info};
    constexpr Rule by_default{.severity = Severity::error, .by_assumed_default = Severity::warning};
    const auto row = [](const Rule& rule) {
        return std::array{rule.severity_by(Basis::policy),
            rule.severity_by(Basis::explicit_lines),
            rule.severity_by(Basis::assumed_default)};
    };
    CHECK(row(alike) == std::array{Severity::warning, Severity::warning, Severity::warning});
    CHECK(row(inferred) == std::array{Severity::warning, Severity::info, Severity::info});
    CHECK(row(by_default) == std::array{Severity::error, Severity::error, Severity::warning});
    CHECK_FALSE(inferred.states(Severity::error));
    CHECK(inferred.states(Severity::info));
    CHECK(by_default.states(Severity::warning));
}

TEST_CASE("turning link pause off takes the link of a NIC down, but not that of a switch")
{
    const auto fix_class = [](std::string_view platform, std::string_view patch) {
        const Example example{.title = "", .files = {{{platform, "device1", patch}}}};
        const auto outcome = check_example(example);
        const Report report
            = check(outcome->analysis, {.select = {"PFC005"}, .ignore = {}}, {}, "2026-01-01");
        REQUIRE(report.findings.size() == 1);
        REQUIRE(report.findings[0].changes.size() == 1);
        CHECK(report.findings[0].changes[0].fix_class == report.findings[0].fix_class);
        return report.findings[0].fix_class;
    };
    CHECK(fix_class("linux-host", "-RX:\t\toff\n+RX:\t\ton\n") == FixClass::disruptive);
    CHECK(fix_class("sample-nos", "@ p1:\n+    pause: receive\n") == FixClass::hitless);
}

TEST_CASE("a base device is clean under every rule")
{
    for (const Driver* driver : all_drivers()) {
        if (driver->base_example.empty())
            continue;
        CAPTURE(driver->name);
        const Example alone{.title = "", .files = {{{driver->name, "device1", ""}}}};
        CHECK(list_findings(*check_example(alone)) == "");
    }
}

}
}
