// SPDX-License-Identifier: Apache-2.0
// A timer that runs at a time of day is only as good as the clock: it may be set, and it changes with summer time.
#include "drivers/line_cli/live/device_clock.h"

#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

using std::chrono::seconds;

constexpr std::array<std::string_view, 7> day_names{"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
constexpr std::array<std::string_view, 12> month_names{
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};

// The number of a name among `names`, by its first three letters.
template <std::size_t count>
std::optional<unsigned> number_of_name(
    std::string_view name, const std::array<std::string_view, count>& names)
{
    constexpr std::size_t letters = 3;
    if (name.size() < letters)
        return std::nullopt;
    std::string beginning(name.substr(0, letters));
    std::ranges::transform(beginning, beginning.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const auto* const found = std::ranges::find(names, beginning);
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

std::optional<YearlyStep> parse_yearly_step(
    std::string_view week, std::string_view day, std::string_view month, std::string_view time)
{
    const auto week_number = parse_number(week);
    const auto day_number = number_of_name(day, day_names);
    const auto month_number = number_of_name(month, month_names);
    const std::size_t colon = time.find(':');
    if (!week_number || *week_number < 1 || *week_number > 5 || !day_number || !month_number
        || colon == std::string_view::npos)
        return std::nullopt;
    const auto hour = parse_number(time.substr(0, colon));
    const auto minute = parse_number(time.substr(colon + 1));
    if (!hour || !minute || *hour > 24 || *minute > 59)
        return std::nullopt;
    return YearlyStep{static_cast<unsigned>(*week_number),
        *day_number,
        *month_number + 1,
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
