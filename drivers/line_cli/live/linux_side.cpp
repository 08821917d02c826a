// SPDX-License-Identifier: Apache-2.0
// Runs a script on a terminal: encoded in characters that no terminal alters, and line by line, since the
// shell's prompt is awaited after each line.
#include "drivers/line_cli/live/linux_side.h"

#include "models/text/base64.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <array>

namespace rocelint::line_cli {
namespace {

// A terminal scrolls lines wider than itself; their echo then cannot be distinguished from output.
constexpr std::size_t letters_of_a_line = 600;

}

Result<ScriptAnswer> ShellInTerminal::run(std::string_view script, std::chrono::milliseconds timeout)
{
    const std::string outer = terminal_.prompt();
    if (auto inside = terminal_.enter(command_); !inside)
        return tl::unexpected(inside.error());
    if (!terminal_.prompt().ends_with('$')) {
        // It may still be a shell (root's), in which the next lines for the switch must not be typed.
        if (terminal_.prompt() != outer) {
            if (auto outside = terminal_.enter("exit"); !outside)
                return tl::unexpected(outside.error());
        }
        if (terminal_.prompt() != outer)
            return fail(ErrorKind::unreachable,
                fmt::format(
                    "{}: `{}` gives what is neither a Linux shell nor the command line", name_, command_));
        return fail(
            ErrorKind::refused, fmt::format("{}: `{}` gives no Linux shell: {}", name_, command_, hint_));
    }
    auto answer = run_inside(script, timeout);
    // Leave the shell in any case: the next command is for the switch's command line again.
    if (!answer && answer.error().kind != ErrorKind::refused)
        return answer;
    auto outside = terminal_.enter("exit");
    return outside ? answer : tl::unexpected(outside.error());
}

Result<ScriptAnswer> ShellInTerminal::run_inside(std::string_view script, std::chrono::milliseconds timeout)
{
    // Nothing typed enters the history. The hangup of a lost connection neither stops a script halfway nor
    // leaves its file behind.
    for (const std::string_view line : std::array<std::string_view, 3>{"unset HISTFILE",
             "trap '' HUP",
             "rocelint_script=$(mktemp) && trap 'rm -f \"$rocelint_script\"' EXIT && echo @ready"}) {
        auto typed = terminal_.run(line);
        if (!typed)
            return tl::unexpected(typed.error());
        if (line.ends_with("@ready") && typed->find("@ready") == std::string::npos)
            return fail(ErrorKind::refused, fmt::format("{}: no temporary file can be made", name_));
    }
    const std::string letters = base64_of(script);
    for (std::size_t at = 0; at < letters.size(); at += letters_of_a_line) {
        auto typed = terminal_.run(
            fmt::format("echo {} >> \"$rocelint_script\"", letters.substr(at, letters_of_a_line)));
        if (!typed)
            return tl::unexpected(typed.error());
    }
    auto output = terminal_.run(
        "base64 -d \"$rocelint_script\" | sudo -n env ROCELINT_DEVICE_ROOT=\"$ROCELINT_DEVICE_ROOT\" "
        "sh 2>&1; rm -f \"$rocelint_script\"",
        timeout);
    if (!output)
        return tl::unexpected(output.error());
    ScriptAnswer answer = read_script_answer(*output, *output, 0);
    if (auto allowed = check_sudo(answer, name_, hint_); !allowed)
        return tl::unexpected(allowed.error());
    return answer;
}

}
