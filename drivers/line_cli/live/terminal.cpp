// SPDX-License-Identifier: Apache-2.0
// The terminal of a switch: privileged, without a pager, and with complaints separated from output.
#include "drivers/line_cli/live/terminal.h"

#include "drivers/transport/connection.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

// Returns the first line that is an error of the command line: "% Invalid input", "% Session x does not
// exist". Errors are at the beginning of the output; further down such a line is text, such as the banner of
// a running configuration.
std::string_view complaint(std::string_view output, const TerminalStyle& style)
{
    constexpr int most_lines = 3;
    for (int lines = 0; !output.empty() && lines < most_lines;) {
        const std::string_view line = output.substr(0, output.find('\n'));
        if (line.starts_with(style.complaint))
            return line.substr(style.complaint.size());
        for (const std::string_view beginning : style.also_complaints) {
            if (line.starts_with(beginning))
                return line.substr(beginning.size());
        }
        lines += line.find_first_not_of(" \r") == std::string_view::npos ? 0 : 1;
        output.remove_prefix(std::min(output.size(), line.size() + 1));
    }
    return {};
}

bool is_prompt_character(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || std::string_view("._-()@:~/[] ").find(c) != std::string_view::npos;
}

}

Result<Terminal> Terminal::connect(
    const Endpoint& endpoint, const CancelFlag* cancel, const TerminalStyle& style)
{
    auto session = SshSession::connect(endpoint, cancel);
    if (!session)
        return tl::unexpected(session.error());
    return open(*session, style);
}

Result<Terminal> Terminal::open(const SshSession& session, const TerminalStyle& style)
{
    ShellStyle shell_style;
    shell_style.prompt_ends = {std::string(1, style.privileged)};
    for (const Answer& one : style.answers)
        shell_style.replies.push_back({std::string(one.question), std::string(one.answer)});
    if (style.unprivileged != 0)
        shell_style.prompt_ends.emplace_back(1, style.unprivileged);
    if (style.shell != 0)
        shell_style.prompt_ends.emplace_back(1, style.shell);
    auto shell = Shell::open(session, shell_style);
    if (!shell)
        return tl::unexpected(shell.error());
    Terminal terminal(*std::move(shell), session.name(), session.connection()->command_timeout, style);
    const auto unprivileged = [&] { return terminal.shell_.prompt().ends_with(style.unprivileged); };
    if (style.unprivileged != 0 && unprivileged()) {
        for (const std::string_view line : style.unprivileged_first) {
            if (auto done = terminal.run(line); !done)
                return tl::unexpected(done.error());
        }
        // A switch that asks for a password here would block us, since its question is not a prompt. A
        // program takes some seconds to start.
        const std::chrono::seconds patience(style.has_own_prompt ? 20 : 5);
        const bool answered = style.has_own_prompt ? terminal.shell_.enter(style.enable, patience).has_value()
                                                   : terminal.shell_.run(style.enable, patience).has_value();
        if (!answered || unprivileged())
            return fail(ErrorKind::refused,
                fmt::format("{}: privileged mode was not granted (`{}`); {}",
                    session.name(),
                    style.enable,
                    style.privilege_hint));
    }
    for (const std::string_view line : style.first) {
        if (auto done = terminal.run(line); !done)
            return tl::unexpected(done.error());
    }
    for (const std::string_view line : style.optional) {
        if (auto done = terminal.run(line); !done && done.error().kind != ErrorKind::refused)
            return tl::unexpected(done.error());
    }
    return terminal;
}

Result<std::string> Terminal::run(std::string_view line, std::chrono::milliseconds timeout)
{
    auto output = shell_.run(line, timeout);
    if (!output)
        return output;
    if (const std::string_view problem = complaint(*output, *style_); !problem.empty())
        return fail(ErrorKind::refused, fmt::format("{}: `{}`: {}", name_, redact(line), redact(problem)));
    return output;
}

Result<DeviceJson> Terminal::run_json(std::string_view command)
{
    const std::string asked = fmt::format("{}{}", command, style_->as_json);
    auto output = run(asked);
    if (!output)
        return tl::unexpected(output.error());
    DeviceJson json;
    json.source = std::make_unique<Source>(0, std::string(command), *output);
    json.tree = parse_json(*json.source);
    if (json.tree.root == nullptr || !json.tree.complete())
        return fail(ErrorKind::refused, fmt::format("{}: `{}` printed no JSON", name_, asked));
    return json;
}

Result<void> Terminal::run_before(Moment until, std::string_view line)
{
    std::chrono::milliseconds timeout{};
    if (until != Moment::max()) {
        const auto now = std::chrono::steady_clock::now();
        if (now >= until)
            return fail(ErrorKind::refused,
                fmt::format(
                    "{}: the time was over before `{}` could be typed: give it more (--confirm-timeout)",
                    name_,
                    redact(line)));
        timeout = std::min(
            usual_time_, std::chrono::ceil<std::chrono::milliseconds>(until - now) + before_it_strikes);
    }
    auto done = run(line, timeout);
    return done ? Result<void>{} : tl::unexpected(done.error());
}

Result<void> Terminal::type(std::string_view commands, std::string_view separator, Moment until)
{
    while (!commands.empty()) {
        std::string_view line = commands.substr(0, commands.find('\n'));
        commands.remove_prefix(std::min(commands.size(), line.size() + 1));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.empty() || line == separator)
            continue;
        if (auto typed = run_before(until, line); !typed)
            return typed;
    }
    return {};
}

Result<void> Terminal::type_rollback(std::string_view commands, std::chrono::steady_clock::time_point until)
{
    std::size_t refused = std::string_view::npos; // indentation of the header that was refused
    while (!commands.empty() && std::chrono::steady_clock::now() < until) {
        const std::string_view line = commands.substr(0, commands.find('\n'));
        commands.remove_prefix(std::min(commands.size(), line.size() + 1));
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == std::string_view::npos || line.substr(indent) == "!" || indent > refused)
            continue;
        refused = std::string_view::npos;
        auto typed = run(line.substr(indent));
        if (!typed && typed.error().kind != ErrorKind::refused)
            return tl::unexpected(typed.error());
        if (!typed)
            refused = indent;
    }
    return {};
}

std::chrono::seconds time_to_type(std::string_view commands)
{
    return std::chrono::seconds(std::ranges::count(commands, '\n'));
}

std::string stable_lines(
    std::string_view configuration, std::span<const std::string_view> volatile_beginnings)
{
    std::string out;
    while (!configuration.empty()) {
        std::string_view line = configuration.substr(0, configuration.find('\n'));
        configuration.remove_prefix(std::min(configuration.size(), line.size() + 1));
        line = line.substr(0, line.find_last_not_of(" \r") + 1);
        std::string_view words = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        // A job that is off is shown as "no job 4791 enable".
        constexpr std::string_view negation = "no ";
        if (words.starts_with(negation))
            words.remove_prefix(negation.size());
        if (std::ranges::any_of(volatile_beginnings,
                [&](std::string_view beginning) { return words.starts_with(beginning); }))
            continue;
        out += line;
        out += '\n';
    }
    return out;
}

bool is_prompt(std::string_view line)
{
    constexpr std::size_t longest_host = 80;
    if (line.starts_with("> "))
        return true;
    // AOS-CX begins lines of tables with an arrow.
    if (line.starts_with("->"))
        return false;
    for (std::size_t at = 0; at < line.size() && at < longest_host; ++at) {
        const char c = line[at];
        if (c == '#' || c == '>' || c == '$')
            return at > 0 && line[at - 1] != ' ' && line.find(' ') > at;
        if (!is_prompt_character(c))
            return false;
    }
    return false;
}

}
