// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/commands.h"
#include "drivers/driver.h"
#include "rules/rule_table.h"

namespace rocelint::cli {

std::string rule_codes() { return joined(all_rules(), &Rule::code); }

// clang-format off
void add_fail_on(Command& command, FailOn& to, const char* help)
{
    command.choice("--fail-on SEVERITY", to, {{"error", FailOn{Severity::error, true}}, {"warning", FailOn{Severity::warning, true}}, {"info", FailOn{Severity::info, true}}, {"never", FailOn{std::nullopt, true}}}, help);
}

void add_platform(Command& command, workspace::InputOptions& to)
{
    command.text("--platform NAME", to.platform, "Read every file as one of this platform (default: recognised by content)", [] { return joined(all_drivers(), &Driver::name); });
}

void add_inputs(Command& command, workspace::InputOptions& to, const char* paths)
{
    if (paths != nullptr) {
        to.paths = {"."};
        command.arguments("PATH", to.paths, paths);
    }
    command.section("Input");
    command.text("--policy FILE", to.policy, "Policy file (default: the nearest rocelint.yaml upward)");
    command.text("--topology FILE", to.topology, "Topology file, also in a form that `topology import` reads (default: the nearest topology.yaml upward from PATH)");
    command.add_flag("--follow", to.follow, "Follow symbolic links that lead out of PATH");
    command.add_flag("--documents", to.documents, "Read configurations that documents quote, each block as a file of its own (doc.md#2)");
    add_platform(command, to);
}

void add_selection(Command& command, Selection& to)
{
    command.section("Rules");
    command.list("--select CODES", to.select, "Run only these rules: codes, names or prefixes such as PFC,ECN00", rule_codes);
    command.list("--ignore CODES", to.ignore, "Leave these rules out", rule_codes);
}

void add_verdict(Command& command, CheckOptions& to)
{
    command.section("Verdict");
    add_fail_on(command, to.fail_on, "Exit with 1 from this severity on: {}");
    command.add_flag("--strict-coverage", to.strict_coverage, "Exit with 1 when a line is unsupported or unrecognised, and list such lines");
    // The value is optional and must be attached with "=", so that the next word remains a PATH.
    command.value("--fail-on-unchecked [=CODES]", "Exit with 1 when a check could not be made: of PFC, QOS, ECN or HDR, or of these rules", rule_codes)->expected(0)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->each([&to](const std::string& word) {
            to.fail_on_unchecked = true;
            to.unchecked_codes = split_at_commas(word == "true" ? "" : word);
        });
    command.text("--baseline FILE", to.baseline, "Leave out the findings that FILE lists");
}
// clang-format on

}
