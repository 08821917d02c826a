// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// The state, by the configuration, of the job that would roll a change back.
struct Rollback {
    std::string id; ///< transaction ID; empty: there is no such job
    bool enabled = false;
    std::size_t commands = 0;
    std::chrono::seconds at{0}; ///< when the job runs, by the switch's clock
    std::chrono::seconds left{0}; ///< until the job runs; negative once its time has passed
    bool ended = false; ///< the switch shows that the job has run to its end
    [[nodiscard]] bool waits() const { return enabled && left > std::chrono::seconds(0); }
    /// Its time has come, and it may still be typing: it is not deleted. A job that is not shown as completed is
    /// given as much time as any rollback.
    [[nodiscard]] bool runs() const
    {
        return enabled && !waits() && !ended && time_to_end() > std::chrono::seconds(0);
    }
    /// How long a job that runs may still need.
    [[nodiscard]] std::chrono::seconds time_to_end() const { return left + longest_rollback; }
};

/// Parses the lines "Time: 23:59:58" and "Date: 2026/01/31" of `show clock` into seconds in the switch's own time
/// zone; nothing if they state no time.
[[nodiscard]] std::optional<std::chrono::seconds> parse_clock(std::string_view text);

/// The words that let a job run once at this time: "schedule once time 23:59:58 date 2026/01/31".
[[nodiscard]] std::string schedule_text(std::chrono::seconds at);

/// Whether the answer of `show jobs ID` says that the job has run to its end: "Status: completed".
[[nodiscard]] bool is_completed(std::string_view job);

/// Parses the lines of the job `name` ("job 4791") in a running configuration. `now` is the switch's clock.
[[nodiscard]] Rollback parse_job(
    std::string_view configuration, std::string_view name, std::chrono::seconds now);

}
