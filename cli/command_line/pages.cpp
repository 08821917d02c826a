// SPDX-License-Identifier: Apache-2.0
// The pages of a command: that of --help, and the manual page in man(7) format.
#include "cli/command/written_files.h"
#include "cli/command_line/commands.h"
#include "cli/terminal/folded_line.h"
#include "cli/terminal/version.h"
#include "models/text/ascii.h"

namespace rocelint::cli {
namespace {

constexpr std::size_t first_column = 30;
constexpr std::size_t width = 100;

// Breaks the second column into lines.
std::string wrapped(std::string_view text)
{
    std::string out;
    FoldedLine(out, width - first_column, 0, 0).add(text);
    return out;
}

class HelpPage : public CLI::Formatter {
public:
    HelpPage()
    {
        column_width(first_column);
        label("Positionals", "Arguments");
        label("SUBCOMMAND", "COMMAND");
    }

    // "policy infer|show"; the subcommands are in brackets if the command can run without one.
    std::string make_subcommand(const CLI::App* app) const override
    {
        const auto* command = static_cast<const Command*>(app);
        std::string below = joined(command->commands(), &CLI::App::get_name, "|");
        if (!below.empty())
            below = command->can_run() ? fmt::format(" [{}]", below) : ' ' + below;
        std::stringstream out;
        CLI::detail::format_help(
            out, command->get_name() + below, wrapped(command->get_description()), first_column);
        return out.str();
    }

    std::string make_option_opts(const CLI::Option* option) const override
    {
        const std::string& placeholder = option->get_option_text();
        return placeholder.empty() || placeholder.front() == '[' ? placeholder : ' ' + placeholder;
    }

    std::string make_option_desc(const CLI::Option* option) const override
    {
        return wrapped(help_of(*option));
    }

    std::string make_footer(const CLI::App* app) const override
    {
        const auto* command = static_cast<const Command*>(app);
        std::string out;
        if (!command->examples().empty())
            out = fmt::format("Examples:\n  {}\n\n", fmt::join(command->examples(), "\n  "));
        out += "Exit codes:\n";
        for (const ExitMeaning& exit : command->exits())
            out += fmt::format("  {:<2}  {}\n", static_cast<int>(exit.code), exit.meaning);
        if (command->get_parent() == nullptr)
            out += "\nrocelint COMMAND --help shows the options and examples of a command.\n";
        return out;
    }
};

constexpr std::string_view release_date = ROCELINT_RELEASE_DATE;

constexpr const char* files
    = ".TP\n\\fIrocelint.yaml\\fR\nThe policy: which classes carry RDMA, what holds for them, what is waived. "
      "The nearest one upward from a file is used.\n.TP\n\\fItopology.yaml\\fR\nWhich port is cabled to "
      "which. The nearest one upward from PATH is used.\n";

// Escapes what roff interprets: backslashes, dashes, and a dot or an apostrophe at the beginning of a line.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text)
        out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", escaped(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", escaped(text)); }

std::string entry(std::string_view term, std::string_view text)
{
    return fmt::format(".TP\n{}\n{}\n", term, escaped(text));
}

// A section, unless it has no lines.
std::string section(std::string_view title, const std::string& lines)
{
    return lines.empty() ? "" : fmt::format(".SH {}\n{}", title, lines);
}

// For example "rocelint-policy-infer".
std::string page_name(const Command& command)
{
    return CLI::detail::find_and_replace(command.full_name(), " ", "-");
}

// "-o, --output FILE"; the name of an argument.
std::string term(const CLI::Option& option)
{
    if (option.get_positional())
        return italic(option.get_name());
    std::string out;
    for (const std::string& name : CLI::detail::split_names(option.get_name(false, true)))
        out += fmt::format("{}{}", out.empty() ? "" : ", ", bold(name));
    const std::string& placeholder = option.get_option_text();
    if (placeholder.empty())
        return out;
    return fmt::format("{}{}{}", out, placeholder.front() == '[' ? "" : " ", italic(placeholder));
}

}

std::shared_ptr<CLI::Formatter> help_formatter() { return std::make_shared<HelpPage>(); }

std::string man_page(const Command& command)
{
    const bool is_program = command.get_parent() == nullptr;
    const std::string name = bold(command.full_name());
    std::string arguments, options, synopsis, commands, exits, also = is_program ? "" : ".BR rocelint (1)";
    for (const CLI::Option* option : command.get_options()) {
        (option->get_positional() ? arguments : options) += entry(term(*option), help_of(*option));
        if (option->get_positional())
            synopsis += fmt::format(fmt::runtime(option->get_required() ? " {}{}" : " [{}]{}"),
                term(*option),
                option->get_expected_max() > 1 ? "..." : "");
    }
    for (const Command* below : command.commands(true)) {
        commands += entry(bold(below->path()), below->get_description());
        also += fmt::format("{}.BR {} (1)", also.empty() ? "" : ",\n", escaped(page_name(*below)));
    }
    if (command.can_run())
        synopsis
            = fmt::format("{} [\\fIOPTION\\fR]...{}\n{}", name, synopsis, commands.empty() ? "" : ".br\n");
    if (!commands.empty())
        synopsis += fmt::format("{} \\fICOMMAND\\fR [\\fIOPTION\\fR]...\n", name);
    for (const ExitMeaning& exit : command.exits())
        exits += entry(bold(std::to_string(static_cast<int>(exit.code))), exit.meaning);
    const std::string examples = fmt::format("{}", fmt::join(command.examples(), "\n"));
    const std::string page = escaped(page_name(command));
    return fmt::format(
               ".TH {} 1 {} \"rocelint {}\" \"User Commands\"\n", ascii::uppered(page), release_date, version)
        + section("NAME", fmt::format("{} \\- {}\n", page, escaped(command.get_description())))
        + section("SYNOPSIS", synopsis) + section("COMMANDS", commands) + section("ARGUMENTS", arguments)
        + section("OPTIONS", options) + section("FILES", is_program ? files : "")
        + section("EXIT STATUS", exits)
        + section("EXAMPLES", examples.empty() ? "" : fmt::format(".nf\n{}\n.fi\n", escaped(examples)))
        + section("SEE ALSO", also + '\n');
}

ExitCode write_man_pages(const Command& program, const std::string& folder)
{
    std::vector<NamedPage> pages{{page_name(program) + ".1", man_page(program)}};
    for (const Command* command : program.commands(true))
        pages.push_back({page_name(*command) + ".1", man_page(*command)});
    return write_pages(folder, pages);
}

}
