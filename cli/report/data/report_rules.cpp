// SPDX-License-Identifier: Apache-2.0
#include "cli/report/data/report_rules.h"

#include "models/text/page_address.h"
#include "rules/rule_table.h"

#include <algorithm>
#include <set>

namespace rocelint::cli {

namespace {

// The rules of all findings.
std::set<const Rule*> rules_in_findings(std::span<const ReportData> fabrics)
{
    std::set<const Rule*> rules;
    for (const ReportData& data : fabrics) {
        for (const std::vector<Finding>* findings :
            {&data.outcome.report.findings, &data.outcome.report.known}) {
            for (const Finding& finding : *findings)
                rules.insert(finding.rule);
        }
    }
    return rules;
}

}

ReportRules::ReportRules(std::span<const ReportData> fabrics, Which which)
{
    const std::set<const Rule*> found
        = which == Which::in_findings ? rules_in_findings(fabrics) : std::set<const Rule*>();
    const auto is_asked = [&](const Rule* rule) { return which == Which::all || found.contains(rule); };
    for (const Rule* rule : all_rules()) {
        if (is_asked(rule))
            add(*rule, nullptr);
    }
    for (const ReportData& data : fabrics) {
        if (data.outcome.report.own_rules == nullptr)
            continue;
        const OwnRules& own = *data.outcome.report.own_rules;
        for (const Rule* rule : own.all()) {
            if (is_asked(rule))
                add(*rule, own.says(*rule));
        }
    }
}

void ReportRules::add(const Rule& rule, const CustomRule* own)
{
    const auto same = std::ranges::find_if(all_,
        [own](const Entry& other) { return own != nullptr && other.own != nullptr && *other.own == *own; });
    numbers_.emplace(&rule, same - all_.begin());
    if (same == all_.end())
        all_.push_back({&rule, own});
}

std::string page_of(const Rule& rule, std::string_view rule_pages)
{
    return rule_pages.empty() || find_rule(rule.code) != &rule ? std::string()
                                                               : page_address(rule_pages, rule.code);
}

std::string_view rule_pages_in_force(std::string_view option, const Policy& policy)
{
    if (!option.empty())
        return option;
    return policy.rule_pages.empty() ? std::string_view(ROCELINT_RULE_PAGES) : policy.rule_pages;
}

}
