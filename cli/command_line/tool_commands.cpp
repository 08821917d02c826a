// SPDX-License-Identifier: Apache-2.0
// The commands for editors and shells, and those about the program itself.
#include "cli/command/tool/debug.h"
#include "cli/command/tool/version.h"
#include "cli/command_line/commands.h"
#include "cli/lsp/lsp.h"
#include "cli/terminal/terminal.h"

namespace rocelint::cli {
namespace {

struct ManOptions {
    std::vector<std::string> command; // "policy", "infer"; empty: the whole program
    std::string folder; // folder for the pages of all commands; empty: print one page
};

// The command with this name, which may have several words; the program if there are none.
const Command& named(const Command& program, const std::vector<std::string>& words)
{
    const Command* command = &program;
    for (const std::string& word : words) {
        const Command* below = command->find(word);
        if (below == nullptr)
            throw CLI::ParseError(unknown_word(program, *command, word), CLI::ExitCodes::ValidationError);
        command = below;
    }
    return *command;
}

ExitCode print_script(std::string_view script)
{
    print(script);
    return ExitCode::good;
}

// clang-format off
void add_lsp(Command& program)
{
    const auto& [lsp, to] = program.add<LspOptions>("lsp", "Serve an editor over standard input and output (Language Server Protocol)", run_lsp, {"rocelint lsp", "rocelint lsp --select PFC,ECN"},
        {{ExitCode::good, "the editor sent shutdown before it left"}, {ExitCode::findings, "it left without shutdown"}, wrong_usage});
    lsp.section("Input");
    lsp.text("--policy FILE", to.policy, "Policy file of all fabrics (default: the nearest rocelint.yaml upward)");
    add_selection(lsp, to.selection);
    add_run(lsp, to);
    lsp.add_flag("--stdio", to.stdio, "Talk over standard input and output, as always: clients say so");
}

std::pair<Command&, DebugOptions&> add_debug(Command& debug, DebugOptions::What what, const char* name, const char* help)
{
    const auto added = debug.add<DebugOptions>(name, help, run_debug, {fmt::format("rocelint debug {} leaf1.cfg", name)}, {printed, wrong_files, not_read}, {.what = what});
    added.first.arguments("FILE", added.second.input.paths, "A configuration file")->required();
    return added;
}

void add_debugs(Command& program)
{
    Command& debug = program.add("debug", "Show what the program understood of files", {wrong_usage});
    const auto& [tree, of_tree] = add_debug(debug, DebugOptions::What::tree, "tree", "The syntax tree as an S-expression");
    add_platform(tree, of_tree.input);
    const auto& [model, of_model] = add_debug(debug, DebugOptions::What::model, "model", "The neutral model, with every setting's origin and every port's evidence");
    model.choice("--format FORMAT", of_model.format, {{"text", DebugOptions::Format::text}, {"json", DebugOptions::Format::json}});
    add_inputs(model, of_model.input);
    const auto& [coverage, of_coverage] = add_debug(debug, DebugOptions::What::coverage, "coverage", "Every line, and whether it was read, irrelevant, unsupported or unrecognised");
    add_platform(coverage, of_coverage.input);
}

void add_pages(Command& program)
{
    const char* what = "A command, such as check or policy infer";
    const Words names = [&program] { return joined(program.commands(true), &Command::path); };
    const auto print_help = [&program](const std::vector<std::string>& words) { print(named(program, words).help_page()); return ExitCode::good; };
    const auto& [help, words] = program.add<std::vector<std::string>>("help", "Explain a command", print_help, {"rocelint help policy infer"}, {printed, wrong_usage});
    help.arguments("COMMAND", words, what, names);

    const auto make_pages = [&program](const ManOptions& options) {
        if (!options.folder.empty())
            return write_man_pages(program, options.folder);
        print(man_page(named(program, options.command)));
        return ExitCode::good;
    };
    const auto& [man, to] = program.add<ManOptions>("man", "Print the manual page of a command", make_pages,
        {"rocelint man check | man -l -", "rocelint man -o /usr/local/share/man/man1"}, {printed, wrong_usage});
    CLI::Option* command = man.arguments("COMMAND", to.command, what, names);
    man.text("-o,--output DIR", to.folder, "Write the pages of all commands to DIR")->excludes(command);
}

void add_completion(Command& program)
{
    const auto& [completion, script] = program.add<std::string_view>("completion", "Print the script with which a shell completes commands and options", print_script,
        {"source <(rocelint completion bash)", "rocelint completion fish > ~/.config/fish/completions/rocelint.fish"}, {printed, wrong_usage});
    completion.choice("SHELL", script, completion_scripts())->required();
}

void add_version(Command& program, std::string_view commit)
{
    const auto& [version, to] = program.add<VersionOptions>("version", "Show the version, what the program was built with, and what it finds here", run_version, {"rocelint version --json"}, {printed, wrong_usage}, {.commit = commit});
    version.add_flag("--json", to.json, "As JSON");
}
// clang-format on

}

void add_tool_commands(Command& program, std::string_view commit)
{
    program.section("Editors, shells and the program");
    add_lsp(program);
    add_debugs(program);
    add_pages(program);
    add_version(program, commit);
    add_completion(program);
}

}
