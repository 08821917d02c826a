// SPDX-License-Identifier: Apache-2.0
// Generates manual pages from the tables of the command line.
#include "cli/man_page.h"

#include "cli/help_text.h"
#include "cli/option_setters.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"
#include "workspace/inputs.h"
#include "workspace/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace rocelint::cli {
namespace {

constexpr std::string_view release_date = ROCELINT_RELEASE_DATE;

struct Entry {
    std::string_view name;
    std::string_view text;
};

constexpr Entry files[] = {
    {"rocelint.yaml",
        "The policy: which classes carry RDMA, what holds for them, what is waived. The nearest one upward from a file is used."},
    {"topology.yaml", "Which port is cabled to which. The nearest one upward from PATH is used."},
};

// Escapes what roff interprets: backslashes, dashes, and a dot or an apostrophe at the beginning of a line.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '\n')
            out += ' ';
        else
            out += c;
    }
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

// For example "rocelint-policy-infer".
std::string page_name(const CommandSpec* command)
{
    std::string name = command == nullptr ? "rocelint" : fmt::format("rocelint {}", command->name);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string head(const CommandSpec* command, std::string_view what)
{
    const std::string name = page_name(command);
    return fmt::format(".TH {} 1 {} \"rocelint {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
        escaped(ascii::uppered(name)),
        release_date,
        version,
        escaped(name),
        escaped(what));
}

std::string entry(std::string_view term, std::string_view text)
{
    return fmt::format(".TP\n{}\n{}\n", term, text.empty() ? "\\&" : escaped(text));
}

// Turns "Exit codes: 0 nothing; 1 findings." into a list; a part without a number stays a sentence.
std::string exit_status(std::string_view text)
{
    constexpr std::string_view begins = "Exit codes: ";
    text.remove_prefix(text.starts_with(begins) ? begins.size() : 0);
    std::string out = ".SH EXIT STATUS\n";
    while (!text.empty()) {
        std::string_view part = ascii::take_until(text, ';');
        part.remove_prefix(std::min(part.find_first_not_of(" \n"), part.size()));
        const std::size_t blank = part.find(' ');
        if (blank == std::string_view::npos)
            continue;
        std::string_view meaning = part.substr(blank + 1);
        meaning.remove_suffix(meaning.ends_with('.') ? 1 : 0);
        out += entry(fmt::format("\\fB{}\\fR", part.substr(0, blank)), meaning);
    }
    return out;
}

std::string option_term(const OptionSpec& option)
{
    std::string out;
    for (const std::string& name : split_at_commas(option.name))
        add_item(out, fmt::format("\\fB{}\\fR", escaped(name)));
    if (option.value == nullptr)
        return out;
    return fmt::format("{}{}\\fI{}\\fR", out, *option.value == '[' ? "" : " ", escaped(option.value));
}

std::string see_also(const CommandSpec& command)
{
    return fmt::format(".BR {} (1)", escaped(page_name(&command)));
}

// The subcommands of a command such as `policy` as a list, and references to their pages.
struct Below {
    std::string commands, also;
};

Below below(const CommandSpec& command)
{
    Below out;
    for (const CommandSpec& spec : command_table()) {
        if (!std::string_view(spec.name).starts_with(fmt::format("{} ", command.name)))
            continue;
        out.commands += entry(fmt::format("\\fB{}\\fR", spec.name), spec.help);
        out.also += ",\n" + see_also(spec);
    }
    return out;
}

std::string command_page(const CommandSpec& command)
{
    std::string arguments, options, synopsis;
    for (const OptionSpec& option : option_table()) {
        if ((option.commands & command.bit) == 0)
            continue;
        if (*option.name == '-') {
            options += entry(option_term(option), option.help);
            continue;
        }
        arguments += entry(fmt::format("\\fI{}\\fR", escaped(option.name)), option.help);
        const std::string name = fmt::format("\\fI{}\\fR", escaped(option.name));
        synopsis += fmt::format(" {}{}", option.required ? name : "[" + name + "]", option.many ? "..." : "");
    }
    options += entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "Print a short help");
    std::string out = head(&command, command.help);
    const auto [commands, also] = below(command);
    if (command.make != nullptr)
        out += fmt::format("\\fBrocelint {}\\fR [\\fIOPTION\\fR]...{}\n", command.name, synopsis);
    if (command.make != nullptr && !commands.empty())
        out += ".br\n";
    if (!commands.empty())
        out += fmt::format("\\fBrocelint {}\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH COMMANDS\n{}",
            command.name,
            commands);
    if (!arguments.empty())
        out += ".SH ARGUMENTS\n" + arguments;
    out += ".SH OPTIONS\n" + options;
    out += exit_status(command.footer != nullptr ? command.footer : exit_codes);
    return out + ".SH SEE ALSO\n.BR rocelint (1)" + also + '\n';
}

std::string program_page()
{
    std::string out = head(nullptr, "check switch and host configuration for RDMA (RoCE and InfiniBand)");
    out += "\\fBrocelint\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH COMMANDS\n";
    std::string also;
    for (const CommandSpec& spec : command_table()) {
        out += entry(fmt::format("\\fB{}\\fR", spec.name), spec.help);
        add_item(also, see_also(spec), ",\n");
    }
    out += ".SH OPTIONS\n";
    out += entry("\\fB\\-h\\fR, \\fB\\-\\-help\\fR", "Print the commands; after a command, its options");
    out += entry("\\fB\\-V\\fR, \\fB\\-\\-version\\fR", "Print the version");
    out += ".SH FILES\n";
    for (const Entry& file : files)
        out += entry(fmt::format("\\fI{}\\fR", file.name), file.text);
    return out + exit_status(all_exit_codes) + ".SH SEE ALSO\n" + also + '\n';
}

ExitCode write_pages(const std::string& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        print_error(fmt::format("rocelint: {}: {}\n", visible(folder), error.message()));
        return ExitCode::usage;
    }
    const auto write = [&folder](const CommandSpec* command, const std::string& text) {
        const auto written
            = workspace::write_output_file(fmt::format("{}/{}.1", folder, page_name(command)), text);
        if (!written)
            print_failure(written.error());
        return written.has_value();
    };
    bool good = write(nullptr, program_page());
    for (const CommandSpec& spec : command_table())
        good = write(&spec, command_page(spec)) && good;
    return good ? ExitCode::good : ExitCode::usage;
}

}

ExitCode run_man(const ManOptions& options)
{
    if (!options.folder.empty() && !options.command.empty()) {
        print_error("rocelint: man writes all pages with -o, and takes no command then\n");
        return ExitCode::usage;
    }
    if (!options.folder.empty())
        return write_pages(options.folder);
    if (options.command.empty()) {
        print(program_page());
        return ExitCode::good;
    }
    const std::string name = fmt::format("{}", fmt::join(options.command, " "));
    const auto found = std::ranges::find(command_table(), name, &CommandSpec::name);
    if (found == command_table().end()) {
        print_error(fmt::format(
            "rocelint: no manual page of '{}'; `rocelint --help` lists the commands\n", visible(name)));
        return ExitCode::usage;
    }
    print(command_page(*found));
    return ExitCode::good;
}

}
