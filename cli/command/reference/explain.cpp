// SPDX-License-Identifier: Apache-2.0
// Prints a rule's page by code or name; for a misspelled one, proposes the most similar.
#include "cli/command/reference/explain.h"

#include "cli/report/data/report_rules.h"
#include "cli/report/rule_page/own_rule_page.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/input/checked_policy.h"

#include <fmt/format.h>

namespace rocelint::cli {
namespace {

// The address of the rule's page, if the policy or the build states one. A policy that cannot be read states none.
std::string link_to_page(const Rule& rule, const ExplainOptions& options)
{
    const auto policy = workspace::read_nearest_policy(options.policy);
    const std::string page = visible(page_of(rule, rule_pages_in_force({}, policy ? *policy : Policy())));
    if (page.empty())
        return {};
    return options.format == PageFormat::markdown ? fmt::format("\n[This page on the web]({})\n", page)
                                                  : fmt::format("\nPage\n  {}\n", page);
}

}

ExitCode run_explain(const ExplainOptions& options)
{
    const Rule* rule = find_rule(options.code);
    if (rule != nullptr) {
        print(rule_page(*rule, options.format) + link_to_page(*rule, options));
        return ExitCode::good;
    }
    const auto policy = workspace::read_nearest_policy(options.policy);
    if (!policy) {
        print_failure(policy.error());
        return ExitCode::usage;
    }
    const OwnRules own(policy->custom_rules);
    if (const Rule* found = own.find(options.code)) {
        print(visible_lines(own_rule_page(*own.says(*found), options.format)));
        return ExitCode::good;
    }
    std::vector<std::string_view> known;
    for (const Rule* candidate : own.all()) {
        known.push_back(candidate->code);
        known.push_back(candidate->name);
    }
    for (const Rule* candidate : all_rules()) {
        known.push_back(candidate->code);
        known.push_back(candidate->name);
    }
    const std::string_view near = nearest(options.code, known);
    print_error(near.empty()
            ? fmt::format("rocelint: unknown rule '{}'; `rocelint rules` lists all\n", visible(options.code))
            : fmt::format("rocelint: unknown rule '{}'; did you mean '{}'?\n", visible(options.code), near));
    return ExitCode::usage;
}

}
