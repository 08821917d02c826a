// SPDX-License-Identifier: Apache-2.0
// This command writes docs/rules, and a test compares the result, so that no page is edited by hand.
#include "cli/command/reference/rules.h"

#include "cli/command/written_files.h"
#include "cli/report/rule_page/rule_page.h"
#include "cli/terminal/terminal.h"
#include "rules/engine/engine.h"
#include "rules/own/own_rules.h"
#include "rules/rule_table.h"
#include "workspace/check/known_codes.h"
#include "workspace/input/checked_policy.h"
#include "workspace/input/inputs.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace rocelint::cli {
namespace {

ExitCode write_rule_pages(const std::string& folder)
{
    std::vector<NamedPage> pages{{"README.md", rule_list(PageFormat::markdown)}};
    for (const Rule* rule : all_rules())
        pages.push_back({fmt::format("{}.md", rule->code), rule_page(*rule, PageFormat::markdown)});
    return write_pages(folder, pages);
}

}

ExitCode run_rules(const RulesOptions& options)
{
    if (!options.pages.empty())
        return write_rule_pages(options.pages);
    const auto policy = workspace::read_nearest_policy(options.policy);
    if (!policy) {
        print_failure(policy.error());
        return ExitCode::usage;
    }
    const OwnRules own(policy->custom_rules);
    workspace::InputOptions input;
    input.policy = options.policy;
    input.paths = {"."};
    if (const auto known = workspace::check_codes(options.codes, "rules", input); !known) {
        print_failure(known.error());
        return ExitCode::usage;
    }
    const KeepRule keep
        = [&options](const Rule& rule) { return options.codes.empty() || names_rule(options.codes, rule); };
    print(options.format == ListFormat::json
            ? rule_list_json(own.all(), keep)
            : rule_list(options.format == ListFormat::markdown ? PageFormat::markdown : PageFormat::text,
                own.all(),
                keep));
    return ExitCode::good;
}

}
