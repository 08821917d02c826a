// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/shell.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/source.h"

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// A question that a switch asks, and what is typed then.
struct Answer {
    std::string_view question;
    std::string_view answer;
};

/// How one platform's command line behaves on a terminal.
struct TerminalStyle {
    /// The end of the prompt without privileges; zero if there is no such mode.
    char unprivileged = '>';
    char privileged = '#'; ///< the end of the prompt with privileges
    std::span<const std::string_view> unprivileged_first; ///< typed in that mode
    std::string_view enable = "enable"; ///< enters privileged mode
    bool has_own_prompt = false; ///< `enable` starts a program with another prompt
    std::string_view privilege_hint; ///< what to do if it is not granted: "give the login privilege level 15"
    /// Typed first: turns the pager off, and enters the mode in which lines are typed.
    std::span<const std::string_view> first;
    /// Also typed, but may be refused (a wide terminal).
    std::span<const std::string_view> optional;
    /// How a line of output begins that reports an error: "% Invalid input".
    std::string_view complaint = "% ";
    std::span<const std::string_view> also_complaints; ///< other such beginnings: "ERROR: "
    std::string_view as_json = " | json"; ///< makes a command print JSON
    std::span<const Answer> answers; ///< to questions whose answer is always the same
    char shell = 0; ///< the end of the prompt of the Linux below it; zero if Linux is not entered
};

/// Typing stops this long before a timer runs out, to allow for clock and connection delays.
inline constexpr std::chrono::seconds before_it_strikes{5};

/// JSON that a device printed, parsed.
struct DeviceJson {
    std::unique_ptr<Source> source;
    Tree tree;
};

/// The command line of one switch, in privileged mode and without a pager.
class Terminal {
public:
    /// `style` must live as long as the terminal.
    [[nodiscard]] static Result<Terminal> open(const SshSession& session, const TerminalStyle& style);
    /// The same over a new connection. `cancel` may be null.
    [[nodiscard]] static Result<Terminal> connect(
        const Endpoint& endpoint, const CancelFlag* cancel, const TerminalStyle& style);

    /// Runs one line. `refused`, with the switch's own words, if the switch answers with a complaint.
    [[nodiscard]] Result<std::string> run(std::string_view line, std::chrono::milliseconds timeout = {});
    /// Types a line that starts or ends another command line with another prompt.
    [[nodiscard]] Result<void> enter(std::string_view line) { return shell_.enter(line); }
    /// The last prompt that was seen.
    [[nodiscard]] const std::string& prompt() const { return shell_.prompt(); }
    /// Runs the command so that it prints JSON.
    [[nodiscard]] Result<DeviceJson> run_json(std::string_view command);
    using Moment = std::chrono::steady_clock::time_point;
    /// The same with a deadline: `refused` from `until` on, which is `before_it_strikes` before a timer runs
    /// out. Waits for the answer no longer than that.
    [[nodiscard]] Result<void> run_before(Moment until, std::string_view line);
    /// Types commands line by line, without indentation. Stops at the first line that is refused, and at
    /// `until`. Empty lines and lines equal to `separator` are skipped.
    [[nodiscard]] Result<void> type(
        std::string_view commands, std::string_view separator = "!", Moment until = Moment::max());
    /// Types an undo line by line. A line that is refused is skipped, with the lines of the block that it
    /// would have opened: something that was never typed does not have to exist to be removed.
    [[nodiscard]] Result<void> type_rollback(std::string_view commands,
        std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());

private:
    Terminal(Shell shell, std::string name, std::chrono::milliseconds usual_time, const TerminalStyle& style)
        : shell_(std::move(shell)), name_(std::move(name)), usual_time_(usual_time), style_(&style)
    {
    }
    Shell shell_;
    std::string name_;
    std::chrono::milliseconds usual_time_; ///< for one command
    const TerminalStyle* style_;
};

/// How long a device needs for lines that are typed one by one: a second for each line. No manual states the
/// time, so code that types under a timer stops before it runs out, however long the lines took.
[[nodiscard]] std::chrono::seconds time_to_type(std::string_view commands);
/// Returns a configuration as a device prints it, without carriage returns, trailing blanks and the lines
/// with these beginnings, also after "no" (headers with a command or a time, jobs), which change by themselves.
[[nodiscard]] std::string stable_lines(
    std::string_view configuration, std::span<const std::string_view> volatile_beginnings);

/// Whether a line is a shell or CLI prompt, with or without a command: "leaf1#show running-config", "> show
/// version", "me@host:~$".
[[nodiscard]] bool is_prompt(std::string_view line);

}
