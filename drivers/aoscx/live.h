// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/aoscx/live_text.h"
#include "drivers/line_cli/live/text_device.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::aoscx {

/// A switch over SSH. Lines take effect as they are typed; before the first one, `checkpoint auto MINUTES` makes the switch
/// restore what runs then, unless `checkpoint auto confirm` follows in time. No command shows whether that timer runs; the
/// checkpoint that the confirmation makes, which gets the transaction's name until all is saved, shows that it ended.
class AoscxDevice final : public line_cli::TextDevice {
public:
    using TextDevice::TextDevice;

    Result<Hardware> hardware() override;
    Result<void> check_ready(const Transaction& transaction) override;
    Result<std::string> stage(const Transaction& transaction) override;
    std::chrono::seconds least_window(const Transaction& transaction) override;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override;
    Result<Pending> pending(const Transaction& transaction) override;
    Result<void> confirm(const Transaction& transaction) override;
    Result<void> persist(const Transaction& transaction) override;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) override;

private:
    using Clock = std::chrono::steady_clock;

    Result<std::vector<Checkpoint>> checkpoints();
    /// Starts the timer; sets `until_`, or `foreign_` if another user's runs.
    Result<void> start_timer(std::chrono::minutes minutes);
    Result<void> type_change(const Transaction& transaction);
    /// What a refused line leaves half done is undone at once, as far as the undo is accepted.
    Result<void> type_or_undo(const Transaction& transaction);
    Result<void> type_undo(const Transaction& transaction);
    /// Ends our timer where what it would restore is in force.
    Result<void> end_timer();
    /// Deletes a checkpoint of ours. One that the switch does not delete does no harm.
    Result<void> erase(std::string_view name);

    std::optional<Clock::time_point> until_; ///< when the timer that this connection started strikes
    bool foreign_ = false; ///< another user's timer runs, or another user was faster
    std::string confirmed_; ///< the checkpoint that our confirmation made
    bool undone_ = false; ///< the undo was typed on this connection
};

}
