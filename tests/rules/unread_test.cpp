// SPDX-License-Identifier: Apache-2.0
// Whether any rule stays silent when a value that it needs is unread: makes every field of the model unread on each device of
// each flagged example, one at a time.
#include "models/fabric/fields/fields.h"
#include "models/fabric/records.h"
#include "rules/engine/engine.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"
#include "tests/rules/coverage_page.h"
#include "tests/take_away.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

using testing::take_away;

// Whether there is a finding of the rule, a "not checked" row, a port listed as one without evidence of RDMA, or, for inferred
// classes, a change in the assumptions at the head of the report.
bool speaks(const Rule& rule,
    const Analysis& analysis,
    const Report& report,
    std::uint32_t device,
    const std::vector<std::string>& assumptions)
{
    const auto is_of_rule = [&](const auto& row) { return row.rule == &rule; };
    if (std::ranges::any_of(report.findings, is_of_rule)
        || std::ranges::any_of(report.not_checked, is_of_rule) || analysis.assumptions != assumptions)
        return true;
    return std::ranges::find(analysis.judgements[device], Verdict::unknown, &Judgement::verdict)
        != analysis.judgements[device].end();
}

std::string said(const Report& report)
{
    std::string text;
    for (const Finding& finding : report.findings)
        text += finding.message + "\n";
    for (const NotChecked& row : report.not_checked)
        text += row.reason + "\n";
    return text;
}

using FieldName = std::pair<std::string_view, std::string_view>; ///< record and name

// The rules whose report on a flagged example changes, or is silent, when a field becomes unread.
struct Trial {
    std::map<FieldName, std::set<std::string_view>> judged; ///< codes of the rules whose report changes
    std::vector<std::string> silent;
};

void try_example(const Rule& rule, const Example& example, Trial& trial)
{
    const auto outcome = check_example(example);
    if (outcome->report.findings.size() != 1)
        return; // an example of a platform that is not built; rule_examples_test reports any other
    const Selection alone{.select = {std::string(rule.code)}};
    const std::string before = said(check(outcome->analysis, alone, {}, "2026-01-01"));
    for (std::uint32_t index = 0; index < outcome->fabric.devices.size(); ++index) {
        Device& device = outcome->fabric.devices[index];
        const Device complete = device;
        for_each_field([&](std::string_view record, const auto& row) {
            // Without a role, the tiers are derived from the cabling.
            const bool replaced = (rule.code == "DLK002" || rule.code == "WD005") && row.name == "role";
            if (replaced || !take_away(device, row))
                return;
            const Analysis analysis = analyse(outcome->fabric, outcome->policy);
            const Report report = check(analysis, alone, {}, "2026-01-01");
            if (said(report) != before)
                trial.judged[{record, row.name}].insert(rule.code);
            if (!speaks(rule, analysis, report, index, outcome->analysis.assumptions))
                trial.silent.push_back(fmt::format(
                    "{} ({}) without {} {} of {}", rule.code, example.title, record, row.name, device.name));
            device = complete;
        });
    }
}

const Trial& trial()
{
    static const Trial all = [] {
        Trial made;
        for (const Rule* rule : all_rules()) {
            for (const Example& example : rule->examples) {
                // Findings from reading do not depend on the model.
                const bool is_of_reading = rule->code.starts_with("SYN") || rule->code == "NIC028";
                if (!example.flagged.empty() && !is_of_reading)
                    try_example(*rule, example, made);
            }
        }
        return made;
    }();
    return all;
}

TEST_CASE("no rule stays silent if a value that it needs is unread")
{
    CHECK(!trial().judged.empty());
    for (const std::string& silence : trial().silent)
        FAIL_CHECK(silence);
}

// Fields that rules use indirectly, through classification, physics and proofs, and that no flagged example has today.
constexpr std::string_view of_no_example[]{"pfc-all-off",
    "lag-hash",
    "bgp-asn",
    "allow-own-as",
    "link-state-routing",
    "tunnel-peer",
    "headroom-dynamic-threshold",
    "headroom-oversubscription",
    "headroom-small-packets",
    "headroom-table-collected",
    "set-dscp",
    "autoneg",
    "default-tc",
    "pcp-to-tc",
    "dcbx-willing",
    "ats",
    "iwarp",
    "host-lldp",
    "stored-cnp-priority",
    "stored-cnp-dscp",
    "stored-selective-repeat",
    "sl"};

TEST_CASE("every field is judged by some rule, or its row says why not")
{
    for_each_field([](std::string_view record, const auto& row) {
        CAPTURE(record);
        CAPTURE(row.name);
        const bool known = std::ranges::find(of_no_example, row.name) != std::end(of_no_example);
        CHECK((known || trial().judged.contains({record, row.name})) == row.unjudged.empty());
    });
}

TEST_CASE("docs/coverage.md says of each platform which statement feeds which rules")
{
    const std::string path = ROCELINT_SOURCE_DIR "/docs/coverage.md";
    const std::string page = testing::coverage_page(trial().judged);
    if (std::getenv("ROCELINT_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << page;
    std::ifstream file(path);
    const std::string written{std::istreambuf_iterator<char>(file), {}};
    CHECK_MESSAGE(written == page, "ROCELINT_UPDATE_GOLDEN=1 writes it anew");
}

// Rules get the queue of a class from need_queue() or possible_queues(), which report "not checked" if two queues could be meant.
// A rule that determines the queue itself must report that too, and must be listed here.
TEST_CASE("no rule stays silent because the queue of a class is in dispute")
{
    const std::set<std::string> explains{"need_queue.cpp", "half_closed_loop.cpp"};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(ROCELINT_SOURCE_DIR "/rules")) {
        if (entry.path().extension() != ".cpp" || explains.contains(entry.path().filename().string()))
            continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        CHECK_MESSAGE(text.str().find("disputed") == std::string::npos, entry.path().filename().string());
    }
}

TEST_CASE(
    "a queue in dispute leaves a row for each rule about it, and a queue that is wrong either way is found")
{
    // The class leaves by queue 5, but pause of its priority stops queue 3.
    const Example marked{
        .title = "", .files = {{{"sonic", "leaf1", R"({"TC_TO_QUEUE_MAP": {"AZURE": {"3": "5"}}})"}}}};
    const auto disputed = check_example(marked);
    const auto row_of = [](const workspace::Outcome& outcome, std::string_view code) {
        return std::ranges::any_of(outcome.report.not_checked, [&](const NotChecked& row) {
            return row.rule->code == code && row.reason.find("QOS005") != std::string::npos;
        });
    };
    const auto has = [](const workspace::Outcome& outcome, std::string_view code) {
        return std::ranges::any_of(outcome.report.findings, [&](const Finding& finding) {
            return finding.rule->code == code
                || std::ranges::find(finding.related, code, &Related::code) != finding.related.end();
        });
    };
    REQUIRE(has(*disputed, "QOS005"));
    CHECK(row_of(*disputed, "ECN001"));
    CHECK(row_of(*disputed, "ETS002"));
    CHECK(row_of(*disputed, "ETS004"));
    const Example unmarked{.title = "",
        .files = {{{"sonic",
            "leaf1",
            R"({"TC_TO_QUEUE_MAP": {"AZURE": {"3": "5"}}, "QUEUE": {"Ethernet0|3": {"wred_profile": null}, "Ethernet4|3": {"wred_profile": null}}})"}}}};
    CHECK(has(*check_example(unmarked), "ECN001"));
}

}
}
