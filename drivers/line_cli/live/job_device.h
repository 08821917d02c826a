// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/job_text.h"
#include "drivers/line_cli/live/scheduled_device.h"
#include "drivers/line_cli/live/stored_text.h"

#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How a switch is asked to run commands later, and to show and save its configuration.
struct JobStyle {
    std::string_view rollback; ///< the job that rolls a change back: "job 4791"
    std::string_view rehearsal; ///< the job that is tried out first
    std::string_view rehearsed; ///< a third job, which the rehearsal deletes
    std::string_view keep_going; ///< makes a job continue after a line that is refused
    std::string_view running; ///< shows the running configuration, jobs included
    std::string_view saved; ///< shows the saved configuration in the same form
    std::string_view save;
    std::string_view show_rollback; ///< shows the state of that job
    std::string_view changes_by_itself; ///< beginning of a line of the configuration that changes by itself
    std::string_view comment;
};

/// A switch without commits, whose lines take effect as they are typed. One of its own scheduled jobs rolls
/// them back by typing their undo: the job is enabled before the first line is typed and deleted by the
/// confirmation. A switch that does not run a job in a rehearsal is refused.
class JobDevice : public ScheduledDevice {
public:
    /// `terminal` must be in configuration mode; `style` and `form` must outlive the device.
    JobDevice(LiveTarget target, Terminal terminal, const JobStyle& style, const StoredForm& form)
        : ScheduledDevice(std::move(target), std::move(terminal), &parse_clock), style_(style), form_(form)
    {
    }

    Result<Snapshot> read() final;
    Result<void> check_ready(const Transaction& transaction) final;
    Result<std::string> stage(const Transaction& transaction) final;
    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) final;
    Result<Pending> pending(const Transaction& transaction) final;
    Result<void> confirm(const Transaction& transaction) final;
    Result<void> persist(const Transaction& transaction) final;
    Result<void> save_again() final;
    Result<std::chrono::seconds> abandon(const Transaction& transaction) final;

private:
    Result<void> run_all(const std::vector<std::string>& lines);
    Result<bool> is_as_before(const Transaction& transaction);
    Result<Rollback> read_rollback();
    /// Refuses a switch on which the job of another transaction waits or runs.
    Result<void> check_free(const Rollback& job, const Transaction& transaction);
    Result<bool> is_saved();
    /// Enables the job, and returns when it runs, by the switch's clock.
    Result<std::chrono::seconds> schedule(std::string_view job, std::chrono::seconds ahead);
    Result<void> write_rollback(const Transaction& transaction);
    Result<void> delete_rollback(std::string_view otherwise);
    /// Deletes the job of this transaction after its undo was typed.
    Result<void> end_rollback(const Transaction& transaction);
    Result<void> rehearse();

    const JobStyle& style_;
    const StoredForm& form_;
};

}
