// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/live/device_clock.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/live.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nxos {

/// What a push has entered in the scheduler of a switch.
struct Rollback {
    /// The transaction whose checkpoint the job restores; empty: there is no such job.
    std::string id;
    bool scheduled = false; ///< a schedule with that name exists
    bool tries_job = false; ///< the rehearsal's job exists
    bool tries_schedule = false; ///< the rehearsal's schedule exists
    std::optional<std::chrono::seconds> at; ///< when it runs, by the switch's clock; nothing: never
    std::chrono::seconds left{0}; ///< time until it runs; negative once its minute has come
    bool ended = false; ///< the switch shows that the job has run, and when it ended
    /// Its schedule was deleted and its job was not: prepared only, or a confirmation that was interrupted.
    [[nodiscard]] bool is_left_over() const { return !id.empty() && !scheduled; }
    /// A schedule whose job is gone does nothing.
    [[nodiscard]] bool waits() const { return !id.empty() && at && left > std::chrono::seconds(0); }
    /// Its minute has come, and the switch may still be rolling back: nothing that it uses may be deleted. A
    /// job that is not shown as ended is given as much time as a rollback of our own.
    [[nodiscard]] bool runs() const
    {
        return !id.empty() && at && !waits() && !ended && time_to_end() > std::chrono::seconds(0);
    }
    /// How long a job that runs may still need.
    [[nodiscard]] std::chrono::seconds time_to_end() const { return left + longest_rollback; }
};

/// The names that a push uses in the scheduler. Only one push can use them at a time; a push that finds them
/// taken leaves them alone.
inline constexpr std::string_view job_name = "rocelint";
inline constexpr std::string_view try_name = "try-rocelint";

/// Parses the answer of `show clock`, "12:34:56.789 UTC Tue Nov 24 2026", into seconds in the switch's own
/// time zone; nothing for any other text. A mark before it (`.` and `*`: not from a time server) is ignored.
[[nodiscard]] std::optional<std::chrono::seconds> parse_clock(std::string_view text);

/// Returns the first whole minute that is not before `at`, in the form of `time start`: "2026:11:24:12:35".
[[nodiscard]] std::string minute_from(std::chrono::seconds at);

/// Parses the push that `show scheduler config` reports. `now` is the switch's clock.
[[nodiscard]] Rollback parse_scheduler(std::string_view text, std::chrono::seconds now);

/// What `show scheduler schedule` says about the last run of a schedule.
struct ScheduleRun {
    std::optional<std::chrono::seconds> begun; ///< by the switch's clock; nothing: it has not run
    std::optional<std::chrono::seconds> ended;
    std::string status; ///< of its job: "Success (0)"; empty: none is shown
};

/// Parses the answer of `show scheduler schedule` for the schedule of this name, which has a job of the same name.
[[nodiscard]] ScheduleRun parse_schedule_run(std::string_view text, std::string_view name);

/// When the local time of the switch changes each year.
struct SummerTime {
    std::optional<std::array<line_cli::YearlyStep, 2>> steps; ///< nothing: there is no such line
    std::string unread; ///< the line whose dates cannot be parsed, or empty
};

/// Parses the line `clock summer-time` of a configuration.
[[nodiscard]] SummerTime parse_summer_time(std::string_view configuration);

/// What sets the clock of the switch: only `clock set` unless one of these is there (Cisco Nexus 9000 Series NX-OS System
/// Management Configuration Guide, Release 10.5(x), Configuring NTP, Clock Manager).
struct ClockSource {
    bool ntp = false; ///< `ntp server` or `ntp peer`
    bool ptp = false; ///< `clock protocol ptp`
};

[[nodiscard]] ClockSource parse_clock_source(std::string_view configuration);

/// Whether the answer of `show ntp peer-status` marks a server as the one that the clock follows: "*192.0.2.1".
[[nodiscard]] bool follows_ntp(std::string_view peer_status);

/// Whether `show checkpoint summary` lists a checkpoint of this name: "1) rl-0123-0:".
[[nodiscard]] bool lists_checkpoint(std::string_view summary, std::string_view name);

/// The description of a checkpoint whose job runs at this minute: "until 202611241235". Cisco allows letters, digits
/// and blanks (Configuring Rollback, Creating a Checkpoint).
[[nodiscard]] std::string deadline_text(std::chrono::seconds at);

/// The minute that deadline_text() wrote into this checkpoint's description, as `show checkpoint summary` prints it;
/// nothing if there is no such checkpoint or description.
[[nodiscard]] std::optional<std::chrono::seconds> parse_deadline(
    std::string_view summary, std::string_view name);

/// Returns a configuration without the jobs and schedules of pushes, empty lines and lines that change by
/// themselves.
[[nodiscard]] std::string without_push(std::string_view configuration);

}
