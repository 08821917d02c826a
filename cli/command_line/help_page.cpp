// SPDX-License-Identifier: Apache-2.0
// Formats the output of --help: usage, arguments, options or commands by section, examples, exit codes.
#include "cli/command_line/command.h"
#include "cli/terminal/folded_line.h"

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

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override
    {
        // CLI11 leaves two empty lines between sections; reduce them to one.
        return CLI::detail::find_and_replace(
            CLI::Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
    }

    std::string make_usage(const CLI::App* app, std::string name) const override
    {
        return '\n' + CLI::Formatter::make_usage(app, std::move(name));
    }

    // "policy infer|show"; the subcommands are in brackets if the command can run without one.
    std::string make_subcommand(const CLI::App* app) const override
    {
        const auto* command = static_cast<const Command*>(app);
        std::string below = joined(command->commands(), &CLI::App::get_name);
        std::ranges::replace(below, ',', '|');
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
        const std::vector<std::string> examples = command->examples();
        if (!examples.empty())
            out = fmt::format("Examples:\n  {}\n\n", fmt::join(examples, "\n  "));
        out += "Exit codes:\n";
        for (const ExitMeaning& exit : command->exits())
            out += fmt::format("  {:<2}  {}\n", static_cast<int>(exit.code), exit.meaning);
        if (command->get_parent() == nullptr)
            out += "\nrocelint COMMAND --help shows the options and examples of a command.\n";
        return out;
    }
};

}

std::shared_ptr<CLI::Formatter> help_formatter() { return std::make_shared<HelpPage>(); }

}
