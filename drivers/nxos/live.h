// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/scheduled_device.h"
#include "drivers/nxos/answers/rollback.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::nxos {

/// A switch over SSH. live.cpp implements LiveDevice, live_rollback.cpp the job that would roll a change back, and
/// live_undo.cpp our own rollback.
class NxosDevice final : public line_cli::ScheduledDevice {
public:
    NxosDevice(LiveTarget target, line_cli::Terminal terminal)
        : ScheduledDevice(std::move(target), std::move(terminal), &parse_clock)
    {
    }

    Result<Snapshot> read() override;
    Result<Hardware> hardware() override;
    Result<Health> health(const std::vector<std::string>& ports) override;
    Result<std::string> show(const std::string& command) override { return terminal().run(command); }
    Result<void> check_ready(const Transaction& transaction) override;
    Result<std::string> stage(const Transaction& transaction) override;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override;
    Result<Pending> pending(const Transaction& transaction) override;
    Result<void> confirm(const Transaction& transaction) override;
    Result<void> persist(const Transaction& transaction) override;
    Result<void> save_again() override;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) override;

private:
    /// Whether the configuration has the hash of before the transaction; false also where that is unknown.
    Result<bool> is_as_before(const Transaction& transaction);
    Result<void> roll_back(const Transaction& transaction);
    Result<void> roll_back_now(const Transaction& transaction, bool again = false);

    Result<void> configure(const std::vector<std::string>& lines);
    Result<std::string> running();
    Result<bool> is_saved(const std::string& now);
    Result<bool> is_saved();
    /// Reads the rule of summer time, unless this connection has read it. `refused` if it cannot be parsed.
    Result<void> read_summer_time();
    Result<void> take_summer_time(std::string_view configuration);
    Result<void> check_summer_time(std::chrono::seconds from, std::chrono::seconds until);
    Result<Rollback> read_rollback();
    Result<void> check_free(const Rollback& way, const Transaction& transaction);
    /// Refuses a switch whose clock may be set at any moment.
    Result<void> check_clock_source();
    /// Schedules the job, and returns the minute at which it runs, by the switch's clock.
    Result<std::chrono::seconds> schedule(std::string_view job, std::chrono::seconds ahead);
    Result<void> delete_schedules(const Rollback& way);
    Result<void> delete_jobs(const Rollback& way);
    Result<void> delete_rollback(const Rollback& way);
    /// Whether the job of an interrupted confirmation may have begun before its schedule was deleted.
    Result<bool> may_have_begun(const Transaction& transaction);
    Result<bool> has_checkpoint(std::string_view name);
    Result<void> delete_checkpoint(std::string_view name);
    Result<void> make_checkpoint(std::string_view name, std::string_view description = {});
    Result<void> rehearse();

    std::optional<SummerTime> summer_time_;
    ClockSource clock_source_; ///< read with summer_time_
};

}
