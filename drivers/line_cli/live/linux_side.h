// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/terminal.h"
#include "drivers/transport/script_answer.h"

#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// The Linux below a switch's command line, in which scripts run as root.
class LinuxSide {
public:
    LinuxSide() = default;
    LinuxSide(const LinuxSide&) = delete;
    LinuxSide& operator=(const LinuxSide&) = delete;
    virtual ~LinuxSide() = default;
    /// Runs a script. `refused` if this login gets no shell, or may not become root.
    [[nodiscard]] virtual Result<ScriptAnswer> run(std::string_view script, std::chrono::milliseconds timeout)
        = 0;
};

/// Reaches Linux through a command of the command line ("system bash"), on the same terminal.
class ShellInTerminal final : public LinuxSide {
public:
    /// `terminal` must outlive this object and be in its first mode whenever a script runs. `command` starts
    /// the shell, whose prompt ends with '$'; `hint` says what to do if it does not.
    ShellInTerminal(Terminal& terminal, std::string name, std::string_view command, std::string_view hint)
        : terminal_(terminal), name_(std::move(name)), command_(command), hint_(hint)
    {
    }
    Result<ScriptAnswer> run(std::string_view script, std::chrono::milliseconds timeout) override;

private:
    Result<ScriptAnswer> run_inside(std::string_view script, std::chrono::milliseconds timeout);

    Terminal& terminal_;
    std::string name_;
    std::string_view command_;
    std::string_view hint_;
};

/// Reaches Linux as the login shell, which runs commands over the same connection.
class ShellOfLogin final : public LinuxSide {
public:
    ShellOfLogin(SshSession session, bool is_root, std::string_view hint)
        : session_(std::move(session)), is_root_(is_root), hint_(hint)
    {
    }
    Result<ScriptAnswer> run(std::string_view script, std::chrono::milliseconds timeout) override
    {
        return run_script_as_root(session_, is_root_, script, timeout, hint_);
    }

private:
    SshSession session_;
    bool is_root_;
    std::string_view hint_;
};

}
