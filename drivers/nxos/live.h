// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/terminal.h"
#include "drivers/live.h"
#include "drivers/nxos/rollback.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::nxos {

/// A switch over SSH. live.cpp implements LiveDevice, live_rollback.cpp the job that would roll a change
/// back.
class NxosDevice final : public LiveDevice {
public:
    NxosDevice(LiveTarget target, line_cli::Terminal terminal)
        : target_(std::move(target)), terminal_(std::move(terminal))
    {
    }

    Result<Snapshot> read() override;
    Result<Hardware> hardware() override;
    Result<Health> health(const std::vector<std::string>& ports) override;
    Result<void> check_ready(const Transaction& transaction) override;
    Result<std::string> stage(const Transaction& transaction) override;
    std::chrono::seconds least_window(const Transaction& transaction) override;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override;
    Result<Pending> pending(const Transaction& transaction) override;
    Result<void> confirm(const Transaction& transaction) override;
    Result<void> persist(const Transaction& transaction) override;
    Result<void> save_again() override;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) override;

private:
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const;
    /// Whether the configuration has the hash of before the transaction; false also where that is unknown.
    Result<bool> is_as_before(const Transaction& transaction);
    Result<void> roll_back(const Transaction& transaction);
    Result<void> roll_back_now(const Transaction& transaction, bool again = false);

    Result<void> run(std::string_view line)
    {
        auto done = terminal_.run(line);
        return done ? Result<void>{} : tl::unexpected(done.error());
    }

    Result<void> configure(const std::vector<std::string>& lines);
    Result<std::string> running();
    Result<bool> is_saved(const std::string& now);
    Result<bool> is_saved();
    Result<line_cli::ClockReading> read_clock();
    Result<void> check_clock();
    Result<void> check_summer_time(std::chrono::seconds from, std::chrono::seconds until);
    Result<Rollback> read_rollback();
    Result<void> check_free(const Rollback& way, const Transaction& transaction);
    Result<void> schedule(std::string_view job, std::chrono::seconds ahead);
    Result<void> delete_rollback(const Rollback& way);
    Result<bool> has_checkpoint(std::string_view name);
    Result<void> delete_checkpoint(std::string_view name);
    Result<void> make_checkpoint(std::string_view name);
    Result<void> rehearse();

    LiveTarget target_;
    line_cli::Terminal terminal_;
    std::optional<line_cli::ClockReading> armed_; ///< when the schedule was entered
};

}
