// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// The clock of a switch, in its own time zone. It was read at some moment between these two of ours.
struct ClockReading {
    std::chrono::seconds device{0};
    std::chrono::steady_clock::time_point asked;
    std::chrono::steady_clock::time_point answered;
};

/// By how much the switch's clock was set forward (positive) or back between two readings. Zero if the readings
/// differ by no more than they are exact: whole seconds, and the time that an answer takes.
[[nodiscard]] std::chrono::seconds step_between(const ClockReading& first, const ClockReading& second);

/// "its clock was set back by 3600 seconds": for messages.
[[nodiscard]] std::string step_text(std::chrono::seconds step);

/// The moment of each year at which local time changes: "5 Sunday March 02:00" is the last Sunday of March.
struct YearlyStep {
    unsigned week = 0; ///< 1 to 5, of that day of the week; 5 is the last
    unsigned day = 0; ///< 0 is Sunday
    unsigned month = 0;
    std::chrono::seconds time{0}; ///< of the day, in local time before the step
};

/// The number of a month, from 1, by its English name, which may be cut after three letters or more, in any case;
/// nothing for any other text.
[[nodiscard]] std::optional<unsigned> month_number(std::string_view name);

/// Reads "5 Sunday March 02:00", with names as month_number() takes them; nothing for any other text.
[[nodiscard]] std::optional<YearlyStep> parse_yearly_step(
    std::string_view week, std::string_view day, std::string_view month, std::string_view time);

/// The first of these steps after `from` and up to `until`, both in the switch's local time, if any.
[[nodiscard]] std::optional<std::chrono::seconds> step_ahead(
    const std::array<YearlyStep, 2>& steps, std::chrono::seconds from, std::chrono::seconds until);

}
