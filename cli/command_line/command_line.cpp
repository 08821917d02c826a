// SPDX-License-Identifier: Apache-2.0
// Reads a command line with CLI11, and rewords its errors so that users learn what to write instead.
#include "cli/command_line/command_line.h"

#include "cli/command_line/commands.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"
#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

// The innermost command given.
Command& chosen(Command& program)
{
    CLI::App* at = &program;
    while (!at->get_subcommands().empty())
        at = at->get_subcommands().front();
    return static_cast<Command&>(*at);
}

std::string see_help(const Command& command) { return fmt::format("see {} --help", command.full_name()); }

// Words that users of other programs try, separated by blanks, with the answer to them.
struct Habit {
    std::string_view command, words, answer;
};
// clang-format off
constexpr Habit habits[] = {
    {"check", "--json", "write --format json"},
    {"check", "--sarif", "write --format sarif, or --report sarif=FILE"},
    {"check", "--html", "write --report html=FILE"},
    {"check", "--diff", "`rocelint diff OLD NEW` compares, and --changed-since REV reports only what changed"},
    {"check", "--exclude", "write `exclude: [PATTERN]` into rocelint.yaml"},
    {"check", "--rule --only", "write --select CODES"},
    {"check", "--severity", "write --fail-on SEVERITY, or `rules: {CODE: SEVERITY}` into rocelint.yaml"},
    {"fix", "--dry-run --diff", "fix only prints a diff, unless --write is given"},
    {"fix", "--apply --in-place -i", "write --write to change the files"},
    {"push", "--dry-run", "--check asks each device what would change"},
    {"", "init", "`rocelint policy infer PATH > rocelint.yaml` writes a first policy"},
    {"", "lint scan validate", "`rocelint check PATH` checks files"},
    {"", "waive", "state `waivers: [{code: CODE, device: NAME, reason: WHY}]` in rocelint.yaml, or write the comment rocelint: ignore=CODE reason=\"WHY\" at the line"},
    {"plan", "--dry-run", "plan changes no device; `rocelint push` does"},
    {"render", "--dry-run", "write --check to only see whether the intent can be built"},
    {"rules", "--platform", "the rules hold for every platform; `rocelint explain CODE` has examples for each"},
};
// clang-format on

// Rewords CLI11's "--output: 1 required TEXT missing", "CODE is required" and "--write excludes --check".
std::string describe(const CLI::ParseError& error, const Command& command)
{
    const std::string kind = error.get_name();
    const std::string message = error.what();
    const std::string name = message.substr(0, message.find_first_of(": "));
    if (kind == "ParseError")
        return message;
    if (kind == "ValidationError")
        return name + message.substr(name.size() + 1);
    if (kind == "ArgumentMismatch" && message.find("At Most") != std::string::npos)
        return fmt::format("{} is given more than once", name);
    if (const CLI::Option* option = command.get_option_no_throw(name);
        kind == "ArgumentMismatch" && option != nullptr)
        return fmt::format("{} needs a value: {} {}", name, name, option->get_option_text());
    if (kind == "RequiredError" && !command.can_run())
        return fmt::format(
            "{} needs a command: {}", command.path(), joined(command.commands(), &CLI::App::get_name, ", "));
    if (kind == "ConversionError") // "Could not convert: --stats = maybe"
        return fmt::format(
            "{} takes no value", message.substr(message.find('-'), message.find(" =") - message.find('-')));
    // "CODE is required": the first example shows what a complete command line looks like.
    return kind == "RequiredError" && !command.examples().empty()
        ? fmt::format("{}; for example: {}", message, command.examples().front())
        : fmt::format("{}; {}", message, see_help(command));
}

// Whether help was asked for, at this command or at one above it.
bool wants_help(const CLI::App* command)
{
    return command != nullptr && (command->get_help_ptr()->count() > 0 || wants_help(command->get_parent()));
}

}

std::string unknown_word(const Command& program, const Command& command, std::string_view word)
{
    const bool is_option = word.starts_with('-') && word.size() > 1;
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options())
        known.push_back(is_option && option->nonpositional() ? option->get_name() : "");
    for (const Command* below : command.commands())
        known.push_back(is_option ? "" : below->get_name());
    const std::string what = fmt::format("unknown {} '{}'{}{}",
        is_option                        ? "option"
            : command.commands().empty() ? "argument"
                                         : "command",
        word,
        command.get_parent() == nullptr ? "" : " of ",
        command.path());
    // Before the nearest word, which only looks alike: --jobs for --json.
    for (const Habit& habit : habits) {
        if (habit.command == command.path()
            && std::ranges::count(CLI::detail::split(std::string(habit.words), ' '), word) > 0)
            return fmt::format("{}; {}", what, habit.answer);
    }
    const std::string_view near = nearest(word, std::vector<std::string_view>(known.begin(), known.end()));
    if (!near.empty())
        return fmt::format("{}; did you mean '{}'?", what, near);
    word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
    return is_option && program.find(word) != nullptr
        ? fmt::format("{}; did you mean `rocelint {}`?", what, word)
        : fmt::format("{}; {}", what, see_help(command));
}

ExitCode run_command_line(int argc, const char* const* argv, std::string_view commit)
{
    Command program("rocelint",
        "rocelint checks and corrects switch and host configuration for RDMA (RoCE and InfiniBand)",
        {{ExitCode::good, "nothing at or above --fail-on (default: error)"},
            {ExitCode::findings, "findings at or above it, drift or a broken path"},
            {ExitCode::usage, "wrong usage or an invalid policy, topology, inventory or plan"},
            not_read,
            rolled_back},
        {"rocelint check site/", "rocelint explain PFC001", "rocelint fix site/"});
    program.set_help_flag("-h,--help", "Print a short help"); // which the commands inherit
    program.set_version_flag("-V,--version", fmt::format("rocelint {}\n", version), "Print the version");
    add_file_commands(program, {argv, static_cast<std::size_t>(argc)});
    add_live_commands(program);
    add_reference_commands(program);
    add_tool_commands(program, commit);
    // The following words are an incomplete command line, so none of them is an option for this program.
    if (argc > 2 && argv[1] == std::string_view("completion") && argv[2] == std::string_view("candidates")) {
        print(completion_candidates(program, std::vector<std::string>(argv + 3, argv + argc)));
        return ExitCode::good;
    }
    try {
        program.parse(argc, argv);
        const Command& command = chosen(program);
        if (command.can_run())
            return command.run();
        print(program.help_page());
    } catch (const CLI::CallForVersion& called) {
        print(called.what());
        return ExitCode::good;
    } catch (const CLI::ParseError& error) {
        const Command& command = chosen(program);
        if (wants_help(&command)) {
            print(command.help_page());
            return ExitCode::good;
        }
        std::vector<std::string> unknown = program.remaining(true);
        std::erase(unknown, "--"); // which CLI11 leaves in where it ends the options
        const std::string sentence = unknown.empty()
            ? describe(error, command)
            : unknown_word(program, command, unknown.front().substr(0, unknown.front().find('=')));
        print_error(fmt::format("rocelint: {}\n", visible(sentence)));
    }
    return ExitCode::usage;
}

}
