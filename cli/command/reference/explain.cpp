// SPDX-License-Identifier: Apache-2.0
// Prints rules' pages by code or name; for a misspelled one, proposes the most similar.
#include "cli/command/reference/explain.h"

#include "cli/report/data/report_rules.h"
#include "cli/report/rule_page/own_rule_page.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/nearest.h"
#include "rules/rule_table.h"
#include "workspace/input/checked_policy.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

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

// How to accept a finding, for a terminal; a page on the web has it in the reference of the policy.
std::string how_to_accept(const Rule& rule, PageFormat format)
{
    if (format == PageFormat::markdown)
        return {};
    return fmt::format("\nTo accept a finding\n"
                       "  At its line, a comment: rocelint: ignore={0} reason=\"WHY\"\n"
                       "  Or in rocelint.yaml: waivers: [{{code: {0}, device: NAME, reason: WHY}}]\n",
        rule.code);
}

// Proposes the most similar rule, or the command that lists those of a family such as "PFC".
std::string unknown_rule(const std::string& code, const OwnRules& own)
{
    std::vector<std::string_view> known;
    for (const Rule* candidate : own.all()) {
        known.push_back(candidate->code);
        known.push_back(candidate->name);
    }
    for (const Rule* candidate : all_rules()) {
        known.push_back(candidate->code);
        known.push_back(candidate->name);
        if (equal_ignoring_case(candidate->code.substr(0, candidate->code.find_first_of("0123456789")), code))
            return fmt::format(
                "rocelint: '{0}' names several rules; `rocelint rules {0}` lists them\n", visible(code));
    }
    const std::string_view near = nearest(code, known);
    return near.empty()
        ? fmt::format("rocelint: unknown rule '{}'; `rocelint rules` lists all\n", visible(code))
        : fmt::format("rocelint: unknown rule '{}'; did you mean '{}'?\n", visible(code), near);
}

}

ExitCode run_explain(const ExplainOptions& options)
{
    // The policy is read only for its own rules: a mistake in it must not keep a shipped rule from being explained.
    std::optional<Policy> policy;
    std::optional<OwnRules> own;
    std::string pages;
    for (const std::string& code : options.codes) {
        if (!pages.empty())
            pages += '\n';
        if (const Rule* rule = find_rule(code)) {
            pages += rule_page(*rule, options.format) + how_to_accept(*rule, options.format)
                + link_to_page(*rule, options);
            continue;
        }
        if (!own) {
            auto read = workspace::read_nearest_policy(options.policy);
            if (!read) {
                print_failure(read.error());
                return ExitCode::usage;
            }
            policy = *std::move(read);
            own.emplace(policy->custom_rules);
        }
        const Rule* found = own->find(code);
        if (found == nullptr) {
            print_error(unknown_rule(code, *own));
            return ExitCode::usage;
        }
        pages += visible_lines(own_rule_page(*own->says(*found), options.format));
    }
    print(pages);
    return ExitCode::good;
}

}
