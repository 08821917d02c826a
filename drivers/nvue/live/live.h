// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/nvue/live/live_text.h"
#include "drivers/transport/ssh_session.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::nvue {

/// A switch over SSH. live.cpp implements LiveDevice, and live_revision.cpp what a push asks and answers about
/// revisions of the configuration.
class NvueDevice final : public LiveDevice {
public:
    NvueDevice(LiveTarget target, SshSession session)
        : target_(std::move(target)), session_(std::move(session))
    {
    }

    Result<Snapshot> read() override;
    Result<Hardware> hardware() override;
    Result<Health> health(const std::vector<std::string>& ports) override;
    Result<std::string> show(const std::string& command) override;
    Result<void> check_ready(const Transaction& transaction) override;
    Result<std::string> stage(const Transaction& transaction) override;
    Result<std::optional<Snapshot>> staged() override;
    /// An apply reloads the daemon of the switch chip, which takes seconds of the window.
    std::chrono::seconds least_window(const Transaction& /*transaction*/) override;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override;
    /// A pending revision is the whole configuration, so the configuration in force must equal it.
    [[nodiscard]] std::optional<std::string> unplanned() const override;
    Result<Pending> pending(const Transaction& transaction) override;
    Result<void> confirm(const Transaction& transaction) override;
    Result<void> persist(const Transaction& transaction) override;
    Result<void> save_again() override;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) override;

private:
    /// Factor on the command timeout for commands that reload switchd or type many statements.
    static constexpr int slow = 10;

    Result<Execution> run(const std::string& script, int times = 1);
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view why) const;
    /// Returns the difference between two configurations as the switch prints it; empty if they are equal. What the
    /// switch prints for equal configurations is not documented, so an answer that is neither empty nor a
    /// difference leaves the decision to the statements themselves.
    Result<std::string> difference(std::string_view old, std::string_view now);
    /// Returns the statements of a configuration; empty if this release does not show them.
    Result<std::string> shown_as_statements(std::string_view revision);
    /// Reads back when the switch rolls back by itself, before anything rests on it. If that is not the window, or
    /// not understood, the change is rolled back at once.
    Result<void> check_timer(const Transaction& transaction,
        std::chrono::seconds window,
        std::chrono::steady_clock::time_point begun);
    [[nodiscard]] Snapshot snapshot_of(const std::string& text) const;
    Result<std::vector<Revision>> read_revisions();
    /// Returns the number of the revision that the transaction began. A file named after the transaction on
    /// the switch records it for later runs too.
    Result<std::string> revision_of(const Transaction& transaction);
    /// Confirms or rolls back what waits for its confirmation.
    Result<Execution> answer(const Transaction& transaction, std::string_view word);
    /// Returns revisions that our pushes began and neither applied nor dropped.
    Result<std::vector<std::string>> left_pending();
    Result<void> drop(const std::string& revision);
    /// Drops our pending revision, but not one of someone else.
    Result<void> drop_pending(const Transaction& transaction);
    /// Statements left behind by a killed push would go into force with ours. A running push applies its
    /// revision within seconds. One that has not done so by then is not running, or learns from the switch
    /// that its revision is gone.
    Result<void> drop_left_behind(const Transaction& transaction);

    LiveTarget target_;
    SshSession session_;
    std::string now_; // statements as read() last saw them
    std::optional<std::string> planned_; // statements of the pending revision
    std::optional<std::string> wanted_; // the same, once the revision was applied
};

/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

}
