// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/shell.h"
#include "models/syntax/json_tree.h"
#include "models/text/source.h"

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
    /// Types commands line by line, without indentation; ends with the first that is refused. Lines that are empty or
    /// `separator` are left out.
    [[nodiscard]] Result<void> type(std::string_view commands, std::string_view separator = "!");

private:
    Terminal(Shell shell, std::string name, const TerminalStyle& style)
        : shell_(std::move(shell)), name_(std::move(name)), style_(&style)
    {
    }
    Shell shell_;
    std::string name_;
    const TerminalStyle* style_;
};

/// A configuration as a device prints it, without carriage returns, trailing blanks and the lines with these beginnings
/// (headers with a command or a time), which change by themselves.
[[nodiscard]] std::string stable_lines(
    std::string_view configuration, std::span<const std::string_view> volatile_beginnings);

/// A shell or CLI prompt with or without a command: "leaf1#show running-config", "> show version", "me@host:~$".
[[nodiscard]] bool is_prompt(std::string_view line);

}
