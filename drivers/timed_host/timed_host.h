// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/timed_host/host_scripts.h"
#include "drivers/transport/script_answer.h"
#include "drivers/transport/ssh_session.h"

#include <string>
#include <string_view>

namespace rocelint::timed_host {

/// A host that is changed by scripts and whose systemd rolls a change back unless it is confirmed. A kind of
/// host says what is staged, how it is put in force and undone (HostSteps), and how it is read.
class TimedHost : public LiveDevice {
public:
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) final;
    Result<Pending> pending(const Transaction& transaction) final;
    Result<void> confirm(const Transaction& transaction) final;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) final;

protected:
    TimedHost(LiveTarget target, SshSession session)
        : target_(std::move(target)), session_(std::move(session))
    {
    }

    /// The same for each connection: another one confirms or rolls back.
    [[nodiscard]] virtual HostSteps steps() const = 0;
    /// Why the transaction cannot be carried out as it is written; empty if it can.
    [[nodiscard]] Result<void> check(const Transaction& transaction) const;
    /// Runs a script as root. `refused` if the script says so; with any other error, what happened is unknown.
    [[nodiscard]] Result<ScriptAnswer> run(
        const std::string& script, std::chrono::seconds more = std::chrono::seconds(0));
    /// Runs a script; without root if sudo asks for a password.
    [[nodiscard]] Result<Execution> run_as_anyone(const std::string& script);
    [[nodiscard]] tl::unexpected<Error> refused(std::string_view reason) const;
    [[nodiscard]] const LiveTarget& target() const { return target_; }

private:
    LiveTarget target_;
    SshSession session_;
};

/// The host's own words on one line, without secrets.
[[nodiscard]] std::string one_line(std::string_view text);

}
