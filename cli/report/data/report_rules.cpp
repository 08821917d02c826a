// SPDX-License-Identifier: Apache-2.0
#include "cli/report/data/report_rules.h"

#include "models/text/page_address.h"
#include "rules/rule_table.h"

#include <algorithm>

namespace rocelint::cli {

ReportRules::ReportRules(std::span<const ReportData> fabrics)
{
    for (const Rule* rule : all_rules()) {
        numbers_.emplace(rule, all_.size());
        all_.push_back({rule, nullptr});
    }
    const std::size_t shipped = all_.size();
    for (const ReportData& data : fabrics) {
        if (data.outcome.report.own_rules == nullptr)
            continue;
        const OwnRules& own = *data.outcome.report.own_rules;
        for (const Rule* rule : own.all()) {
            const CustomRule* says = own.says(*rule);
            const auto same = std::find_if(all_.begin() + static_cast<std::ptrdiff_t>(shipped),
                all_.end(),
                [says](const Entry& other) { return *other.own == *says; });
            numbers_.emplace(rule, same - all_.begin());
            if (same == all_.end())
                all_.push_back({rule, says});
        }
    }
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
