// SPDX-License-Identifier: Apache-2.0
// Prints a rule's page by code or name; for a misspelled one, proposes the most similar.
#include "cli/command/reference/explain.h"

#include "cli/report/rule_page/own_rule_page.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/input/checked_policy.h"

#include <fmt/format.h>

namespace rocelint::cli {

ExitCode run_explain(const ExplainOptions& options)
{
    const Rule* rule = find_rule(options.code);
    if (rule != nullptr) {
        print(rule_page(*rule, options.format));
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
