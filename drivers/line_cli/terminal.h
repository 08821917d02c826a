// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/shell.h"
#include "models/syntax/json_tree.h"
#include "models/text/source.h"

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How the command line of one platform behaves on a terminal.
struct TerminalStyle {
    /// The end of the prompt without privileges; zero where there is no such mode.
    char unprivileged = '>';
    std::string_view enable = "enable"; ///< enters privileged mode
    bool has_own_prompt = false; ///< what enters it is a program with another prompt
    std::string_view privilege_hint; ///< what to do where it does not: "give the login privilege level 15"
    /// What is typed first: it switches the pager off, and enters the mode in which lines are given.
    std::span<const std::string_view> first;
    /// What is asked for as well, and may be refused (a wide terminal).
    std::span<const std::string_view> optional;
    /// What a line of output that is an error begins with: "% Invalid input".
    std::string_view complaint = "% ";
    std::string_view also_complaint; ///< and another such beginning: "ERROR: "; empty: there is none
    std::string_view as_json = " | json"; ///< asks a command for JSON
    char shell = 0; ///< the end of the prompt of the Linux below it; zero where it is not entered
};

/// How long before a timer strikes nothing more is typed: what a clock and a connection may be late.
inline constexpr std::chrono::seconds before_it_strikes{5};

/// JSON that a device printed, read.
struct DeviceJson {
    std::unique_ptr<Source> source;
    Tree tree;
};

/// The command line of one switch, in privileged mode and without a pager.
class Terminal {
public:
    /// `style` must live as long as the terminal.
    [[nodiscard]] static Result<Terminal> open(const SshSession& session, const TerminalStyle& style);
    /// The same over a connection of its own. `cancel` may be null.
    [[nodiscard]] static Result<Terminal> connect(
        const Endpoint& endpoint, const CancelFlag* cancel, const TerminalStyle& style);

    /// Runs one line. `refused`, with the switch's own words, where it answers with a complaint.
    [[nodiscard]] Result<std::string> run(std::string_view line, std::chrono::milliseconds timeout = {});
    /// Types what starts or ends another command line, with another prompt.
    [[nodiscard]] Result<void> enter(std::string_view line) { return shell_.enter(line); }
    /// The prompt that was seen last.
    [[nodiscard]] const std::string& prompt() const { return shell_.prompt(); }
    /// Runs the command so that it prints JSON.
    [[nodiscard]] Result<DeviceJson> run_json(std::string_view command);
    using Moment = std::chrono::steady_clock::time_point;
    /// The same where there is time for it: `refused` from `until` on, which is `before_it_strikes` before a timer does. The answer is
    /// waited for until then.
    [[nodiscard]] Result<void> run_before(Moment until, std::string_view line);
    /// Types commands line by line, without indentation; ends with the first that is refused, and from `until` on. Lines that are
    /// empty or `separator` are left out.
    [[nodiscard]] Result<void> type(
        std::string_view commands, std::string_view separator = "!", Moment until = Moment::max());
    /// Types the way back line by line: what is refused is passed over, with the lines of the block that it would have opened, since
    /// what was never typed need not be there to be taken away.
    [[nodiscard]] Result<void> type_way_back(std::string_view commands);

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

/// For how long a device needs to be given for lines that are typed one by one: a second for each. No manual tells, so that whoever types
/// under a timer stops before it strikes, however long his lines took.
[[nodiscard]] std::chrono::seconds time_to_type(std::string_view commands);
/// A configuration as a device prints it, without carriage returns, trailing blanks and the lines with these beginnings
/// (headers with a command or a time), which change by themselves.
[[nodiscard]] std::string stable_lines(
    std::string_view configuration, std::span<const std::string_view> volatile_beginnings);

/// A shell or CLI prompt with or without a command: "leaf1#show running-config", "> show version", "me@host:~$".
[[nodiscard]] bool is_prompt(std::string_view line);

}
