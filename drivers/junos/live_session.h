// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/live_health.h"
#include "drivers/junos/live_text.h"
#include "drivers/live.h"
#include "drivers/transport/netconf_session.h"

namespace rocelint::junos {

/// A NETCONF session with what a push asks of it. It connects anew where the last connection was lost.
class LiveSession {
public:
    explicit LiveSession(LiveTarget target) : target_(std::move(target)) { }

    /// Connects where no connection stands. Every other call does so first.
    [[nodiscard]] Result<void> connect();
    [[nodiscard]] NetconfSession& netconf() { return *session_; }
    [[nodiscard]] const NetconfCapabilities& offers() const { return session_->capabilities(); }
    [[nodiscard]] bool is_junos() const { return is_junos_; }
    [[nodiscard]] const LiveTarget& target() const { return target_; }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const;

    /// The configuration without volatile parts.
    [[nodiscard]] Result<TidyConfiguration> read(Datastore store);
    /// Locks the candidate, which the device refuses while it holds changes. Locked already: nothing happens.
    [[nodiscard]] Result<void> lock();
    /// Discards the candidate and gives the lock back, as far as they are ours.
    [[nodiscard]] Result<void> let_go();
    [[nodiscard]] bool is_locked() const { return locked_; }

    /// Locks the candidate where a change could be made and taken back. `refused` with the reason: no candidate, no confirmed
    /// commits, somebody has the lock, a commit waits, or a second routing engine would keep the old configuration.
    [[nodiscard]] Result<void> lock_when_ready();
    /// `refused` where the candidate holds changes that are not committed.
    [[nodiscard]] Result<void> candidate_is_clean();
    /// Makes sure that a confirmation takes nothing along that somebody put in the candidate.
    [[nodiscard]] Result<void> hold_clean_candidate(bool lock_may_be_refused);
    /// As `show | compare rollback NUMBER` shows it; 0 is what was committed last.
    [[nodiscard]] Result<std::string> difference(unsigned number);

    /// Whether any commit waits for its confirmation, and what is known of it.
    [[nodiscard]] Result<CommitInformation> newest_commit();
    /// Whose it is. Version 1.0 has no id for a commit: ours is one of our user, over NETCONF, with our change in force.
    [[nodiscard]] Result<Pending> whose(const CommitInformation& newest, const Transaction& transaction);
    /// Whether the running configuration has what the transaction asks for.
    [[nodiscard]] Result<bool> in_force(const Transaction& transaction);
    /// How long the pending commit may still run by the device's own clock; its whole window where that cannot be told.
    [[nodiscard]] Result<std::chrono::seconds> time_left(const CommitInformation& commit);

private:
    [[nodiscard]] Result<void> other_engine_follows();

    [[nodiscard]] Result<CommitInformation> probe_persistent_commit();

    [[nodiscard]] CommitInformation settled(CommitInformation information);

    LiveTarget target_;
    std::optional<NetconfSession> session_;
    bool is_junos_ = false;
    bool locked_ = false;
};

}
