// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_session.h"

#include <vector>

namespace rocelint {

/// How to recognize prompts and pagers of a device's command line.
struct ShellStyle {
    /// A prompt is the last line, ends with one of these (and perhaps a space), and nothing follows.
    std::vector<std::string> prompt_ends{"#", ">", "$", "%"};
    /// What to type when the last line contains `when`: for pagers and questions with a known answer. The
    /// answer is sent as it is, without a line end.
    struct Reply {
        std::string when;
        std::string type;
    };
    std::vector<Reply> replies{{"--More--", " "},
        {"---(more", " "},
        {"<--- More --->", " "},
        {"-- MORE --, next page: Space", " "},
        {"---- More ----", " "}};
    /// Most bytes that one command may print.
    std::size_t most_bytes = std::size_t{64} << 20;
};

/// A command line on a terminal (PTY), for devices whose commands depend on each other: modes, sessions. The
/// prompt is learned at the start; a command has ended when the prompt is back.
class Shell {
public:
    /// Opens the terminal and waits for the prompt, whatever is shown before it. The shell keeps the
    /// connection of `session`; the session stays usable, on the same thread.
    [[nodiscard]] static Result<Shell> open(
        const SshSession& session, ShellStyle style = {}, std::chrono::milliseconds timeout = {});
    Shell(Shell&&) noexcept;
    Shell& operator=(Shell&&) noexcept;
    ~Shell();

    /// Types one line (without line end) and returns the output: without the echo, the
    /// prompt, pager lines and terminal control sequences, with \n at line ends. Does
    /// not interpret it: `% Invalid input` is output like any other. After an error
    /// other than `refused` the shell is unusable: the device's mode is unknown.
    [[nodiscard]] Result<std::string> run(std::string_view line, std::chrono::milliseconds timeout = {});

    /// Types a line that starts another command line, and learns its prompt.
    [[nodiscard]] Result<void> enter(std::string_view line, std::chrono::milliseconds timeout = {});

    /// The last prompt: "leaf1(config-s-rl1)#".
    [[nodiscard]] const std::string& prompt() const;

private:
    struct State;
    explicit Shell(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}
