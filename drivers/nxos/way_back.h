// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/terminal.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nxos {

/// What the scheduler of a switch holds of a push.
struct WayBack {
    std::string id; ///< of the transaction whose checkpoint the job brings back; empty: there is no such job
    bool scheduled = false; ///< there is a schedule of its name
    bool tries_job = false; ///< the rehearsal's job is there
    bool tries_schedule = false; ///< and its schedule
    std::optional<std::chrono::seconds> at; ///< when it runs, as the switch's clock counts; nothing: never
    std::chrono::seconds left{0}; ///< until then; negative once it has run
    /// A schedule whose job is gone does nothing.
    [[nodiscard]] bool waits() const { return !id.empty() && at && left > std::chrono::seconds(0); }
};

/// The names under which a push stands in the scheduler. One at a time: whoever finds them taken leaves them alone.
inline constexpr std::string_view job_name = "rocelint";
inline constexpr std::string_view try_name = "try-rocelint";

/// "12:34:56.789 UTC Tue Nov 24 2026", the answer of `show clock`, as seconds of the switch's own time zone; nothing where it
/// is something else. A mark in front of it (`.` and `*`: not from a time server) does not count.
[[nodiscard]] std::optional<std::chrono::seconds> parse_clock(std::string_view text);

/// The first whole minute that is not before `at`, as `time start` takes it: "2026:11:24:12:35".
[[nodiscard]] std::string minute_from(std::chrono::seconds at);

/// The push that `show scheduler config` tells of. `now` is the switch's clock.
[[nodiscard]] WayBack parse_scheduler(std::string_view text, std::chrono::seconds now);

/// Whether `show checkpoint summary` lists a checkpoint of this name: "1) rl-0123-0:".
[[nodiscard]] bool lists_checkpoint(std::string_view summary, std::string_view name);

/// A configuration without the jobs and schedules of pushes, empty lines and what changes by itself.
[[nodiscard]] std::string without_push(std::string_view configuration);

}
