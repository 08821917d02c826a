// SPDX-License-Identifier: Apache-2.0
// Writes manual pages from the help of the commands.
#include "cli/command/written_files.h"
#include "cli/command_line/commands.h"
#include "cli/terminal/version.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::string_view release_date = ROCELINT_RELEASE_DATE;

constexpr const char* files
    = ".SH FILES\n.TP\n\\fIrocelint.yaml\\fR\nThe policy: which classes carry RDMA, what holds for them, what is "
      "waived. The nearest one upward from a file is used.\n.TP\n\\fItopology.yaml\\fR\nWhich port is "
      "cabled to which. The nearest one upward from PATH is used.\n";

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

// For example "rocelint-policy-infer".
std::string page_name(const Command& command)
{
    std::string name = command.full_name();
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string head(const Command& command)
{
    const std::string name = escaped(page_name(command));
    return fmt::format(".TH {} 1 {} \"rocelint {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
        ascii::uppered(name),
        release_date,
        version,
        name,
        escaped(command.get_description()));
}

// "-o, --output FILE"; the name of an argument.
std::string term(const CLI::Option& option)
{
    if (option.get_positional())
        return italic(option.get_name());
    std::string out;
    for (const std::string& name : names_of(option))
        out += fmt::format("{}{}", out.empty() ? "" : ", ", bold(name));
    const std::string& placeholder = option.get_option_text();
    if (placeholder.empty())
        return out;
    return fmt::format("{}{}{}", out, placeholder.front() == '[' ? "" : " ", italic(placeholder));
}

}

std::string man_page(const Command& command)
{
    const bool is_program = command.get_parent() == nullptr;
    std::string arguments, options, synopsis, commands, also = is_program ? "" : ".BR rocelint (1)";
    for (const CLI::Option* option : command.get_options()) {
        (option->get_positional() ? arguments : options) += entry(term(*option), help_of(*option));
        if (option->get_positional())
            synopsis += fmt::format(fmt::runtime(option->get_required() ? " {}{}" : " [{}]{}"),
                term(*option),
                option->get_expected_max() > 1 ? "..." : "");
    }
    for (const Command* below : command.all_commands()) {
        commands += entry(bold(below->path()), below->get_description());
        also += fmt::format("{}.BR {} (1)", also.empty() ? "" : ",\n", escaped(page_name(*below)));
    }
    std::string out = head(command);
    const std::string name = bold(command.full_name());
    if (command.can_run())
        out += fmt::format("{} [\\fIOPTION\\fR]...{}\n{}", name, synopsis, commands.empty() ? "" : ".br\n");
    if (!commands.empty())
        out += fmt::format("{} \\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH COMMANDS\n{}", name, commands);
    if (!arguments.empty())
        out += ".SH ARGUMENTS\n" + arguments;
    out += ".SH OPTIONS\n" + options;
    out += is_program ? files : "";
    out += ".SH EXIT STATUS\n";
    for (const ExitMeaning& exit : command.exits())
        out += entry(bold(std::to_string(static_cast<int>(exit.code))), exit.meaning);
    const std::vector<std::string> examples = command.examples();
    if (!examples.empty())
        out += fmt::format(
            ".SH EXAMPLES\n.nf\n{}\n.fi\n", escaped(fmt::format("{}", fmt::join(examples, "\n"))));
    return out + ".SH SEE ALSO\n" + also + '\n';
}

ExitCode write_man_pages(const Command& program, const std::string& folder)
{
    std::vector<NamedPage> pages{{page_name(program) + ".1", man_page(program)}};
    for (const Command* command : program.all_commands())
        pages.push_back({page_name(*command) + ".1", man_page(*command)});
    return write_pages(folder, pages);
}

}
