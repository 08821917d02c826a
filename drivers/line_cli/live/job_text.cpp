// SPDX-License-Identifier: Apache-2.0
// What a switch with scheduled jobs prints: its clock, and the job that would roll a change back.
#include "drivers/line_cli/live/job_text.h"

#include "drivers/line_cli/read/file_header.h"
#include "models/fabric/value/priority.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

using std::chrono::seconds;

// Parses "2026/01/31" and "23:59:58", in the switch's own time zone.
std::optional<seconds> parse_time(std::string_view date, std::string_view time)
{
    if (date.size() < 10 || time.size() < 8)
        return std::nullopt;
    const auto year = parse_number(date.substr(0, 4));
    const auto month = parse_number(date.substr(5, 2));
    const auto day = parse_number(date.substr(8, 2));
    const auto hour = parse_number(time.substr(0, 2));
    const auto minute = parse_number(time.substr(3, 2));
    const auto second = parse_number(time.substr(6, 2));
    if (!year || !month || !day || !hour || !minute || !second)
        return std::nullopt;
    const std::chrono::year_month_day whole{std::chrono::year(static_cast<int>(*year)),
        std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    // A leap second is the 60th.
    if (!whole.ok() || *hour > 23 || *minute > 59 || *second > 60)
        return std::nullopt;
    return std::chrono::sys_days(whole).time_since_epoch() + seconds(*hour * 3600 + *minute * 60 + *second);
}

// Whether the text has this line, indented or not.
bool has_line(std::string_view text, std::string_view wanted)
{
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.substr(0, line.find_last_not_of(" \t\r") + 1) == wanted)
            return true;
    }
    return false;
}

}

std::optional<seconds> parse_clock(std::string_view text)
{
    return parse_time(value_after(text, "Date:"), value_after(text, "Time:"));
}

std::string schedule_text(seconds at)
{
    const std::chrono::sys_days days(std::chrono::floor<std::chrono::days>(at));
    const std::chrono::year_month_day date(days);
    const auto of_day = (at - days.time_since_epoch()).count();
    return fmt::format("schedule once time {:02}:{:02}:{:02} date {:04}/{:02}/{:02}",
        of_day / 3600,
        of_day / 60 % 60,
        of_day % 60,
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()));
}

bool is_completed(std::string_view job) { return value_after(job, "Status:") == "completed"; }

Rollback parse_job(std::string_view configuration, std::string_view name, seconds now)
{
    Rollback job;
    const auto line = [name](std::string_view words) { return fmt::format("{} {}", name, words); };
    job.id = value_after(configuration, line("comment "));
    // A job that is not enabled may have a line too, with "no" before it.
    job.enabled = has_line(configuration, line("enable"));
    const std::string command = line("command ");
    for (std::size_t at = configuration.find(command); at != std::string_view::npos;
         at = configuration.find(command, at + 1))
        ++job.commands;
    Words at(value_after(configuration, line("schedule once time ")));
    const std::string_view time = at.next();
    at.take("date");
    if (const auto when = parse_time(at.next(), time)) {
        job.at = *when;
        job.left = *when - now;
    }
    return job;
}

}
