// SPDX-License-Identifier: Apache-2.0
// A timer that runs at a time of day is only as good as the clock: it may be set, and it changes with summer time.
#include "drivers/line_cli/live/device_clock.h"

#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace rocelint::line_cli {
namespace {

using std::chrono::seconds;

constexpr std::array<std::string_view, 7> day_names{
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
constexpr std::array<std::string_view, 12> month_names{"january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december"};

// The number of a name, which may be cut after three letters or more, in any case.
std::optional<unsigned> number_of_name(std::string_view name, std::span<const std::string_view> names)
{
    constexpr std::size_t least_letters = 3;
    if (name.size() < least_letters)
        return std::nullopt;
    const std::string lowered = ascii::lowered(name);
    const auto found
        = std::ranges::find_if(names, [&](std::string_view whole) { return whole.starts_with(lowered); });
    return found == names.end() ? std::nullopt : std::optional(static_cast<unsigned>(found - names.begin()));
}

seconds moment_in(std::chrono::year year, const YearlyStep& step)
{
    constexpr unsigned last_week = 5;
    const std::chrono::weekday day(step.day);
    const std::chrono::month month(step.month);
    const std::chrono::sys_days date = step.week == last_week
        ? std::chrono::sys_days(year / month / day[std::chrono::last])
        : std::chrono::sys_days(year / month / day[step.week]);
    return date.time_since_epoch() + step.time;
}

}

seconds step_between(const ClockReading& first, const ClockReading& second)
{
    constexpr seconds exactness(5);
    const seconds passed_there = second.device - first.device;
    const auto least = std::chrono::floor<seconds>(second.asked - first.answered) - exactness;
    const auto most = std::chrono::ceil<seconds>(second.answered - first.asked) + exactness;
    const bool steady = passed_there >= least && passed_there <= most;
    return steady ? seconds(0) : passed_there - (least + most) / 2;
}

std::string step_text(seconds step)
{
    return fmt::format("its clock was set {} by {} seconds",
        step.count() < 0 ? "back" : "forward",
        step.count() < 0 ? -step.count() : step.count());
}

std::optional<unsigned> month_number(std::string_view name)
{
    const auto from_zero = number_of_name(name, month_names);
    return from_zero ? std::optional(*from_zero + 1) : std::nullopt;
}

std::optional<YearlyStep> parse_yearly_step(
    std::string_view week, std::string_view day, std::string_view month, std::string_view time)
{
    const auto week_number = parse_number(week);
    const auto day_number = number_of_name(day, day_names);
    const auto number_of_month = month_number(month);
    const std::size_t colon = time.find(':');
    if (!week_number || *week_number < 1 || *week_number > 5 || !day_number || !number_of_month
        || colon == std::string_view::npos)
        return std::nullopt;
    const auto hour = parse_number(time.substr(0, colon));
    const auto minute = parse_number(time.substr(colon + 1));
    if (!hour || !minute || *hour > 24 || *minute > 59)
        return std::nullopt;
    return YearlyStep{static_cast<unsigned>(*week_number),
        *day_number,
        *number_of_month,
        seconds(static_cast<std::int64_t>(*hour * 3600 + *minute * 60))};
}

std::optional<seconds> step_ahead(const std::array<YearlyStep, 2>& steps, seconds from, seconds until)
{
    const auto year
        = std::chrono::year_month_day(std::chrono::sys_days(std::chrono::floor<std::chrono::days>(from)))
              .year();
    std::optional<seconds> found;
    // A window at the end of December reaches into the next year.
    for (const std::chrono::year of : {year, year + std::chrono::years(1)}) {
        for (const YearlyStep& step : steps) {
            const seconds at = moment_in(of, step);
            if (at > from && at <= until && (!found || at < *found))
                found = at;
        }
    }
    return found;
}

}
