// SPDX-License-Identifier: Apache-2.0
// Whether any rule ends without a word where a value that it needs is unread: every field of the model is taken away from
// each device of each flagged example in turn.
#include "models/fabric/fields.h"
#include "rules/engine.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace rocelint {
namespace {

// Calls `visit(records)` for each list of records of one kind.
template <class Visit>
void for_each_list(Device& device, Visit&& visit)
{
    visit(std::span(&device, 1));
    visit(std::span(&device.load_balancing, 1));
    visit(std::span(&device.forwarding, 1));
    visit(std::span(&device.headroom, 1));
    visit(std::span(device.ports));
    for (Port& port : device.ports)
        visit(std::span(&port.watchdog, 1));
    visit(std::span(device.queues));
    visit(std::span(device.groups));
    for (ClassPolicy& policy : device.policies)
        visit(std::span(policy.classes));
    for (EcnProfile& profile : device.ecn_profiles)
        visit(std::span(profile.curves));
    visit(std::span(device.schedulers));
    visit(std::span(device.pools));
    visit(std::span(device.buffer_profiles));
    visit(std::span(device.nics));
    visit(std::span(device.jobs));
}

// Makes every setting of the row unread; false where none of them was known.
template <class Row>
bool take_away(Device& device, const Row& row)
{
    const OriginId reason = device.origins.unread("taken away");
    bool any = false;
    for_each_list(device, [&](auto records) {
        if constexpr (std::is_same_v<typename Row::Record, typename decltype(records)::value_type>) {
            for (auto& record : records) {
                auto& setting = record.*row.member;
                any = any || setting.known_by_the_way();
                setting.origin = reason;
                setting.value = {};
            }
        }
    });
    return any;
}

// A finding of the rule, a row that says why there is none, or a port that is listed as one without evidence of RDMA.
// Of classes that are inferred, the head of the report tells what they rest on.
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

TEST_CASE("no rule ends without a word where a value that it needs is unread")
{
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (example.flagged.empty() || rule->code == "SYN001")
                continue;
            const auto outcome = check_example(example);
            if (outcome->report.findings.size() != 1)
                continue; // an example of a platform that is not built; rule_examples_test tells of any other
            for (std::uint32_t index = 0; index < outcome->fabric.devices.size(); ++index) {
                Device& device = outcome->fabric.devices[index];
                const Device complete = device;
                for_each_field([&](std::string_view record, const auto& row) {
                    // The tiers are worked out from the cabling where no role is given.
                    const bool replaced = rule->code == "DLK002" && row.name == "role";
                    if (!replaced && take_away(device, row)) {
                        const Analysis analysis = analyse(outcome->fabric, outcome->policy);
                        const Report report
                            = check(analysis, {.select = {std::string(rule->code)}}, {}, "2026-01-01");
                        CHECK_MESSAGE(speaks(*rule, analysis, report, index, outcome->analysis.assumptions),
                            rule->code,
                            " (",
                            example.title,
                            ") is silent without ",
                            record,
                            " ",
                            row.name,
                            " of ",
                            device.name);
                    }
                    device = complete;
                });
            }
        }
    }
}

}
}
