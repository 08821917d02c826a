// SPDX-License-Identifier: Apache-2.0
// Lists every command once: its name, its help, its initial options, and what applies to the options as a
// whole.
#include "cli/command/collect.h"
#include "cli/command/drift.h"
#include "cli/command/plan.h"
#include "cli/command/push.h"
#include "cli/help_text.h"
#include "cli/option_setters.h"

namespace rocelint::cli {
namespace {

template <class Options>
Command with()
{
    return Options{};
}

template <DebugOptions::What what>
Command show()
{
    return DebugOptions{what, {}};
}

template <BaselineOptions::What what>
Command baseline()
{
    BaselineOptions options;
    options.what = what;
    return options;
}

template <ExitCode (*run)(const LiveOptions&)>
Command live_command()
{
    return LiveCommandLine{run, {}};
}

Refusal default_path(Command& command)
{
    reach(command, &workspace::InputOptions::paths, [](std::vector<std::string>& paths) {
        if (paths.empty())
            paths.emplace_back(".");
    });
    return std::nullopt;
}

// Two reports in one stream would be unreadable.
Refusal check_outputs(Command& command)
{
    auto* check = part_of<CheckOptions>(command);
    if (check == nullptr)
        return default_path(command);
    if (check->new_baseline == "-")
        return "--write-baseline needs a file: standard output is the report's";
    std::size_t printed = check->output.empty() ? 1 : 0;
    for (ReportFile& report : check->reports) {
        if (report.path != "-")
            continue;
        report.path.clear();
        ++printed;
    }
    if (printed > 1)
        return "standard output takes one report; send the others to files (-o FILE, --report FORMAT=FILE)";
    return default_path(command);
}

Refusal needs_folder(Command& command)
{
    const auto* render = part_of<RenderOptions>(command);
    if (render != nullptr && render->folder.empty() && !render->check)
        return "render needs -o DIR, or --check to only see whether the intent can be built";
    return std::nullopt;
}

Refusal fix_output(Command& command)
{
    const auto* fix = part_of<FixOptions>(command);
    if (fix != nullptr && !fix->folder.empty() && fix->mode != FixOptions::Mode::commands)
        return "-o DIR of fix goes with --commands";
    return default_path(command);
}

// The first two words are the endpoints, except with --all-pairs.
Refusal ends_and_paths(Command& command)
{
    auto* trace = part_of<TraceOptions>(command);
    if (trace != nullptr && !trace->all_pairs) {
        std::vector<std::string>& words = trace->input.paths;
        if (words.size() < 2)
            return "trace needs two ends (host, host:port or switch:port) and paths, or --all-pairs";
        trace->from = words[0];
        trace->to = words[1];
        words.erase(words.begin(), words.begin() + 2);
    }
    return default_path(command);
}

Refusal two_sides(Command& command)
{
    const auto* input = part_of<workspace::InputOptions>(command);
    if (input != nullptr && input->paths.size() != 2)
        return "diff needs two paths: the old files, then the new ones";
    return std::nullopt;
}

Refusal whole_headroom(Command& command)
{
    auto* options = part_of<HeadroomOptions>(command);
    return options == nullptr ? std::nullopt : complete_headroom(*options);
}

// clang-format off
const CommandSpec command_specs[] = {
    {for_check, "check", "Check every configuration below PATH", with<CheckOptions>, check_outputs},
    {for_fix, "fix", "Correct the files below PATH: prints a diff", with<FixOptions>, fix_output, fix_exit_codes},
    {for_render, "render", "Write the configuration of every device of an intent", with<RenderOptions>, needs_folder, render_exit_codes},
    {for_rules, "rules", "List the rules", with<RulesOptions>, nullptr, plain_exit_codes},
    {for_rules_test, "rules test", "Check the examples of a policy's own rules", with<RulesTestOptions>, nullptr, test_exit_codes},
    {for_explain, "explain", "Explain one rule", with<ExplainOptions>, nullptr, plain_exit_codes},
    {for_headroom, "headroom", "The buffer that one lossless class of a port needs, term by term", with<HeadroomOptions>, whole_headroom, plain_exit_codes},
    {0, "policy", "Work with policies", nullptr, nullptr, read_exit_codes},
    {for_infer, "policy infer", "Print what the devices agree on as a rocelint.yaml", with<InferOptions>, default_path, read_exit_codes},
    {for_policy_show, "policy show", "Print every value of the policy in force, and where it was set", with<ShowPolicyOptions>, default_path, policy_exit_codes},
    {0, "config", "Show what is in force", nullptr, nullptr, policy_exit_codes},
    {for_config, "config show", "Print the files, values and options that a check would go by, and where each comes from", with<ShowConfigOptions>, default_path, policy_exit_codes},
    {0, "baseline", "Keep a list of findings that are known, so that only new ones fail a check", nullptr, nullptr, baseline_exit_codes},
    {for_baseline, "baseline create", "Write the findings to a new baseline", baseline<BaselineOptions::What::create>, default_path, baseline_exit_codes},
    {for_baseline_update, "baseline update", "Take what is solved out of a baseline", baseline<BaselineOptions::What::update>, default_path, baseline_exit_codes},
    {for_baseline_show, "baseline show", "Tell what of a baseline is solved and what still stands, and what is new",
        baseline<BaselineOptions::What::show>, default_path, baseline_exit_codes},
    {0, "debug", "Show what the program understood", nullptr, nullptr, read_exit_codes},
    {for_tree, "debug tree", "The syntax tree as an S-expression", show<DebugOptions::What::tree>, nullptr, read_exit_codes},
    {for_model, "debug model", "The neutral model, with every setting's origin and every port's evidence",
        show<DebugOptions::What::model>, nullptr, read_exit_codes},
    {for_coverage, "debug coverage", "Every line with what became of it", show<DebugOptions::What::coverage>, nullptr, read_exit_codes},
    {for_trace, "trace", "Walk RDMA packets and the CNPs back, hop by hop, over all equal-cost paths",
        with<TraceOptions>, ends_and_paths, trace_exit_codes},
    {for_diff, "diff", "Tell what a change of configurations means: what devices now do differently, new and solved findings",
        with<DiffOptions>, two_sides, diff_exit_codes},
    {for_lsp, "lsp", "Serve an editor over standard input and output (Language Server Protocol)", with<LspOptions>, nullptr, lsp_exit_codes},
    {for_help, "help", "Explain a command", with<ManOptions>, nullptr, plain_exit_codes},
    {for_version, "version", "Tell the version, and what the program was built with and finds here", with<VersionOptions>, nullptr, plain_exit_codes},
    {for_completion, "completion", "Print what makes a shell complete commands and options", with<CompletionOptions>, nullptr, plain_exit_codes},
    {for_man, "man", "Print the manual page of a command", with<ManOptions>, nullptr, plain_exit_codes},
    {for_collect, "collect", "Fetch configurations and host captures", live_command<run_collect>, nullptr, live_exit_codes},
    {for_plan, "plan", "Work out what has to change on live devices, and write it down", live_command<run_plan>, nullptr, plan_exit_codes},
    {for_push, "push", "Carry out a plan: confirm what is good, roll back what is not", live_command<run_push_command>, nullptr, live_exit_codes},
    {for_rollback, "rollback", "Undo what a journal says was done", live_command<run_rollback>, nullptr, live_exit_codes},
    {for_drift, "drift", "Compare live devices with files", live_command<run_drift>, nullptr, drift_exit_codes},
};
// clang-format on

}

std::span<const CommandSpec> command_table() { return command_specs; }

}
