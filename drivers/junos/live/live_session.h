// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/live/live_health.h"
#include "drivers/junos/live/live_text.h"
#include "drivers/live.h"
#include "drivers/transport/netconf/netconf_session.h"

namespace rocelint::junos {

/// A NETCONF session with the operations that a push needs. It reconnects if the connection was lost.
class LiveSession {
public:
    explicit LiveSession(LiveTarget target) : target_(std::move(target)) { }

    /// Connects if there is no connection. Every other call does so first.
    [[nodiscard]] Result<void> connect();
    [[nodiscard]] NetconfSession& netconf() { return *session_; }
    [[nodiscard]] const NetconfCapabilities& offers() const { return session_->capabilities(); }
    [[nodiscard]] bool is_junos() const { return is_junos_; }
    [[nodiscard]] const LiveTarget& target() const { return target_; }
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const;

    /// Returns the configuration without volatile parts.
    [[nodiscard]] Result<TidyConfiguration> read(Datastore store);
    /// Locks the candidate, which the device refuses while it holds changes. Does nothing if it is already
    /// locked.
    [[nodiscard]] Result<void> lock();
    /// Discards the candidate and releases the lock, as far as they are ours.
    [[nodiscard]] Result<void> let_go();
    [[nodiscard]] bool is_locked() const { return locked_; }

    /// Locks the candidate if a change could be made and rolled back. Otherwise `refused` with the reason: no
    /// candidate, no confirmed commits, someone else holds the lock, a commit is pending, or a second routing
    /// engine would keep the old configuration.
    [[nodiscard]] Result<void> lock_when_ready();
    /// `refused` if the candidate holds uncommitted changes.
    [[nodiscard]] Result<void> candidate_is_clean();
    /// Ensures that a confirmation does not also commit changes that someone else made in the candidate.
    [[nodiscard]] Result<void> hold_clean_candidate(bool lock_may_be_refused);
    /// Returns the output of `show | compare rollback NUMBER`; 0 is the last commit.
    [[nodiscard]] Result<std::string> difference(unsigned number);

    /// Returns whether a commit is waiting for its confirmation, and what is known about it.
    [[nodiscard]] Result<CommitInformation> newest_commit();
    /// Returns whose commit it is. Version 1.0 has no commit ID: a commit is ours if it is from our user,
    /// over NETCONF, with our change in force.
    [[nodiscard]] Result<Pending> whose(const CommitInformation& newest, const Transaction& transaction);
    /// Whether the running configuration has what the transaction requests.
    [[nodiscard]] Result<bool> in_force(const Transaction& transaction);
    /// Returns how long the pending commit may still run by the device's own clock; its whole window if that
    /// is unknown.
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
