// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/stored_text.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/live.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// How a switch is asked to collect commands in a session, and to commit it with a timer.
struct SessionStyle {
    std::string_view running; ///< shows the running configuration
    /// Beginnings of configuration lines that change by themselves.
    std::span<const std::string_view> changes_by_itself;
    /// Followed by a name, enters a session; followed by a verb as well, commits or aborts it.
    std::string_view session;
    std::string_view diff; ///< inside a session, shows what it would change
    std::string_view whole; ///< inside a session, shows its copy of the configuration; empty: no command does
    std::string_view unsaved; ///< shows what is not saved; prints nothing if everything is
    std::string_view save;
    std::string_view saves_on_commit; ///< the line that makes the switch save on every commit
};

/// The sessions of a switch, as it reports them.
struct Sessions {
    std::string pending; ///< the session whose commit timer is running, or empty
    bool saves_on_commit = false;
    std::vector<std::string> open; ///< sessions with uncommitted changes

    [[nodiscard]] bool lists(std::string_view name) const;
};

/// A switch with configuration sessions. A commit replaces the whole running configuration by the session's
/// copy of it, and the switch rolls that back by itself unless a second commit stops its timer.
class SessionDevice : public LiveDevice {
public:
    /// `style` and `form` must outlive the device.
    SessionDevice(LiveTarget target, Terminal terminal, const SessionStyle& style, const StoredForm& form)
        : target_(std::move(target))
        , name_(target_.endpoint.name)
        , terminal_(std::move(terminal))
        , style_(style)
        , form_(form)
    {
    }

    Result<Snapshot> read() final;
    Result<void> check_ready(const Transaction& transaction) final;
    Result<std::string> stage(const Transaction& transaction) final;
    Result<std::optional<Snapshot>> staged() final;
    std::chrono::seconds least_window(const Transaction& transaction) final;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) final;
    std::optional<std::string> unplanned() const final;
    Result<Pending> pending(const Transaction& transaction) final;
    Result<void> confirm(const Transaction& transaction) final;
    Result<void> persist(const Transaction& transaction) final;
    Result<void> save_again() final;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) final;

protected:
    [[nodiscard]] virtual Result<Sessions> read_sessions() = 0;
    [[nodiscard]] Terminal& terminal() { return terminal_; }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const;

private:
    Result<void> abort_left_behind(const Sessions& sessions, const Transaction& transaction);
    Result<bool> is_saved();
    Result<void> abort(const Transaction& transaction);
    Result<std::string> type_commands(std::string_view commands);
    [[nodiscard]] Snapshot snapshot_of(const std::string& stable) const;

    LiveTarget target_;
    std::string name_;
    Terminal terminal_;
    const SessionStyle& style_;
    const StoredForm& form_;
    std::string now_; ///< the running configuration as last read, with its secrets
    std::string before_; ///< the running configuration when the commit began
    std::string diff_; ///< what the session would change, in the switch's own words
    std::optional<std::string> session_; ///< the session's copy; nothing if the switch does not show it
};

}
