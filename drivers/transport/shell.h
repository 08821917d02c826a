// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_session.h"

#include <vector>

namespace rocelint {

/// What a device's command line is known by.
struct ShellStyle {
    /// A prompt is the last line, ends with one of these (and perhaps a space), and nothing follows.
    std::vector<std::string> prompt_ends{"#", ">", "$", "%"};
    /// What the last line holds, and what is typed then: pagers and questions with a known answer. The answer is sent
    /// as it is, without a line end.
    struct Reply {
        std::string when;
        std::string type;
    };
    std::vector<Reply> replies{{"--More--", " "}, {"---(more", " "}, {"<--- More --->", " "}};
    /// What one command may print, in bytes.
    std::size_t most_bytes = std::size_t{64} << 20;
};

/// A command line on a terminal (PTY), for devices whose commands depend on each other: modes, sessions. The prompt is
/// learnt at the start; a command has ended when it is back.
class Shell {
public:
    /// Opens the terminal and waits for the prompt, whatever is shown before it. The shell keeps the connection of
    /// `session`; the session can be used beside it, on the same thread.
    [[nodiscard]] static Result<Shell> open(
        const SshSession& session, ShellStyle style = {}, std::chrono::milliseconds timeout = {});
    Shell(Shell&&) noexcept;
    Shell& operator=(Shell&&) noexcept;
    ~Shell();

    /// Types one line (without line end) and gives what it printed: without the echo, the prompt, pager lines and
    /// terminal control, with \n at line ends. It does not judge: `% Invalid input` is output like any other.
    /// After an error other than `refused` the shell is of no use: where the device stands in its modes is unknown.
    [[nodiscard]] Result<std::string> run(std::string_view line, std::chrono::milliseconds timeout = {});

    /// Types a line that starts another command line, and learns the prompt of that one.
    [[nodiscard]] Result<void> enter(std::string_view line, std::chrono::milliseconds timeout = {});

    /// The prompt that was seen last: "leaf1(config-s-rl1)#".
    [[nodiscard]] const std::string& prompt() const;

private:
    struct State;
    explicit Shell(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}
