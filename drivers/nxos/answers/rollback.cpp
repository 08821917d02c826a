// SPDX-License-Identifier: Apache-2.0
// Parses what a switch says about its scheduler, its checkpoints and its clock. Leading blanks are ignored:
// published examples of these texts differ in them.
#include "drivers/nxos/answers/rollback.h"

#include "models/fabric/value/priority.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::nxos {
namespace {

using std::chrono::seconds;

template <class Take>
void each_line(std::string_view text, Take&& take)
{
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        line = line.substr(0, line.find_last_not_of(" \r") + 1);
        take(line, line.substr(std::min(line.find_first_not_of(' '), line.size())));
    }
}

std::optional<seconds> of_numbers(std::array<std::string_view, 6> words)
{
    std::array<std::int64_t, 6> numbers{};
    for (std::size_t at = 0; at < words.size(); ++at) {
        constexpr std::uint64_t most = 9999;
        const auto number = parse_number(words[at]);
        if (!number || *number > most)
            return std::nullopt;
        numbers[at] = static_cast<std::int64_t>(*number);
    }
    const bool in_range = numbers[0] >= 1970 && numbers[1] <= 12 && numbers[2] <= 31 && numbers[3] <= 23
        && numbers[4] <= 59 && numbers[5] <= 60;
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(numbers[0])),
        std::chrono::month(static_cast<unsigned>(numbers[1])),
        std::chrono::day(static_cast<unsigned>(numbers[2]))};
    if (!in_range || !date.ok())
        return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch()
        + seconds(numbers[3] * 3600 + numbers[4] * 60 + numbers[5]);
}

// Parses "2026:11:24:12:35", optionally followed by a repetition.
std::optional<seconds> parse_minute(std::string_view text)
{
    std::array<std::string_view, 6> words{"", "", "", "", "", "0"};
    for (std::size_t at = 0; at < 5; ++at) {
        const std::size_t end = text.find(':');
        words[at] = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return of_numbers(words);
}

std::string_view behind(std::string_view line, std::string_view beginning)
{
    return line.starts_with(beginning) ? line.substr(beginning.size()) : std::string_view();
}

// Parses "Mon Nov 13 17:39:45 2023".
std::optional<seconds> parse_moment(std::string_view text)
{
    Words words(text);
    words.next(); // skips the day of the week
    const auto month = line_cli::month_number(words.next());
    const std::string_view day = words.next();
    const std::string_view time = words.next();
    constexpr std::size_t of_time = 8; // "17:39:45"
    if (time.size() != of_time || !month)
        return std::nullopt;
    const std::string number = std::to_string(*month);
    return of_numbers({words.next(), number, day, time.substr(0, 2), time.substr(3, 2), time.substr(6, 2)});
}

constexpr std::string_view before_deadline = "until ";

// The checkpoint that a line of `show checkpoint summary` begins: "1) rl-0123-0:". Empty for any other line.
std::string_view checkpoint_named_by(std::string_view line)
{
    const std::size_t bracket = line.find(") ");
    const bool begins
        = bracket != std::string_view::npos && line.ends_with(':') && parse_number(line.substr(0, bracket));
    return begins ? line.substr(bracket + 2, line.size() - bracket - 3) : std::string_view();
}

bool is_of_push(std::string_view name) { return name == job_name || name == try_name; }

}

std::optional<seconds> parse_clock(std::string_view text)
{
    std::optional<seconds> found;
    each_line(text, [&](std::string_view, std::string_view line) {
        Words words(line);
        std::string_view time = words.next();
        time.remove_prefix(std::min(time.find_first_not_of(".*"), time.size()));
        words.next(); // skips the time zone
        words.next(); // skips the day of the week
        const auto month = line_cli::month_number(words.next());
        const std::string_view day = words.next();
        const std::string_view year = words.next();
        constexpr std::size_t of_time = 8; // "12:34:56", with or without milliseconds
        if (found || time.size() < of_time || !month)
            return;
        const std::string number = std::to_string(*month);
        found = of_numbers({year, number, day, time.substr(0, 2), time.substr(3, 2), time.substr(6, 2)});
    });
    return found;
}

ScheduleRun parse_schedule_run(std::string_view text, std::string_view name)
{
    ScheduleRun run;
    bool here = false;
    const auto value = [](std::string_view line, std::string_view key) {
        const std::string_view rest = behind(line, key);
        const std::size_t colon = rest.find(": ");
        return colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 2);
    };
    each_line(text, [&](std::string_view, std::string_view line) {
        if (const auto shown = value(line, "Schedule Name"); !shown.empty())
            here = shown == name;
        else if (const auto begun = value(line, "Last Execution Time"); here && !begun.empty())
            run.begun = parse_moment(begun);
        else if (const auto ended = value(line, "Last Completion Time"); here && !ended.empty())
            run.ended = parse_moment(ended);
        else if (Words words(line); here && words.next() == name)
            run.status = line.substr(std::min(line.find_first_not_of(' ', name.size()), line.size()));
    });
    return run;
}

SummerTime parse_summer_time(std::string_view configuration)
{
    SummerTime found;
    each_line(configuration, [&](std::string_view, std::string_view line) {
        Words words(behind(line, "clock summer-time "));
        if (words.next().empty())
            return;
        // Without dates, those of the United States.
        std::array<std::string_view, 8> dates{
            "2", "Sunday", "March", "02:00", "1", "Sunday", "November", "02:00"};
        if (const std::string_view first = words.next(); !first.empty()) {
            dates[0] = first;
            for (std::size_t at = 1; at < dates.size(); ++at)
                dates[at] = words.next();
        }
        const auto begins = line_cli::parse_yearly_step(dates[0], dates[1], dates[2], dates[3]);
        const auto ends = line_cli::parse_yearly_step(dates[4], dates[5], dates[6], dates[7]);
        if (begins && ends)
            found.steps = std::array{*begins, *ends};
        else
            found.unread = line;
    });
    return found;
}

ClockSource parse_clock_source(std::string_view configuration)
{
    ClockSource found;
    each_line(configuration, [&](std::string_view, std::string_view line) {
        found.ntp = found.ntp || line.starts_with("ntp server ") || line.starts_with("ntp peer ");
        found.ptp = found.ptp || line.starts_with("clock protocol ptp");
    });
    return found;
}

// The legend above the servers begins with "* -".
bool follows_ntp(std::string_view peer_status)
{
    bool found = false;
    each_line(peer_status, [&](std::string_view, std::string_view line) {
        found = found || (line.size() > 1 && line.front() == '*' && line[1] != ' ');
    });
    return found;
}

std::string minute_from(seconds at)
{
    const auto minute = std::chrono::ceil<std::chrono::minutes>(at);
    const auto days = std::chrono::floor<std::chrono::days>(minute);
    const std::chrono::year_month_day date{std::chrono::sys_days(days)};
    const auto of_day = (minute - days).count();
    return fmt::format("{:04}:{:02}:{:02}:{:02}:{:02}",
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()),
        of_day / 60,
        of_day % 60);
}

Rollback parse_scheduler(std::string_view text, seconds now)
{
    Rollback found;
    bool in_job = false;
    bool in_schedule = false;
    each_line(text, [&](std::string_view, std::string_view line) {
        if (const auto job = behind(line, "scheduler job name "); !job.empty()) {
            in_job = job == job_name;
            in_schedule = false;
            found.tries_job = found.tries_job || job == try_name;
        } else if (const auto schedule = behind(line, "scheduler schedule name "); !schedule.empty()) {
            in_schedule = schedule == job_name;
            found.scheduled = found.scheduled || in_schedule;
            found.tries_schedule = found.tries_schedule || schedule == try_name;
            in_job = false;
        } else if (line == "end-job") {
            in_job = false;
        } else if (const auto rest = behind(line, "rollback running-config checkpoint ");
                   in_job && !rest.empty()) {
            found.id = Words(rest).next();
        } else if (const auto when = behind(line, "time start "); in_schedule && !when.empty()) {
            found.at = parse_minute(when);
        }
    });
    if (found.at)
        found.left = *found.at - now;
    return found;
}

bool lists_checkpoint(std::string_view summary, std::string_view name)
{
    bool listed = false;
    each_line(summary, [&](std::string_view, std::string_view line) {
        listed = listed || checkpoint_named_by(line) == name;
    });
    return listed;
}

std::string deadline_text(seconds at)
{
    std::string minute = minute_from(at);
    std::erase(minute, ':');
    return fmt::format("{}{}", before_deadline, minute);
}

std::optional<seconds> parse_deadline(std::string_view summary, std::string_view name)
{
    std::optional<seconds> found;
    bool here = false;
    each_line(summary, [&](std::string_view, std::string_view line) {
        if (const auto listed = checkpoint_named_by(line); !listed.empty())
            here = listed == name;
        const std::string_view minute = behind(behind(line, "Description: "), before_deadline);
        constexpr std::size_t digits = 12; // "202611241235"
        if (here && minute.size() == digits)
            found = of_numbers({minute.substr(0, 4),
                minute.substr(4, 2),
                minute.substr(6, 2),
                minute.substr(8, 2),
                minute.substr(10, 2),
                "0"});
    });
    return found;
}

std::string without_push(std::string_view configuration)
{
    // Comments that contain a time: of the command, or of the last action.
    constexpr std::array<std::string_view, 4> by_itself{
        "!Time:", "!Running configuration last done", "!Startup config saved", "!No configuration change"};
    std::string out;
    bool in_job = false;
    bool in_schedule = false;
    each_line(configuration, [&](std::string_view line, std::string_view words) {
        const bool begins_schedule = is_of_push(behind(words, "scheduler schedule name "));
        in_schedule = begins_schedule
            || (in_schedule
                && (words.empty() || words.starts_with("job name ") || words.starts_with("time ")));
        const bool was_in_job = in_job;
        in_job = is_of_push(behind(words, "scheduler job name ")) || (in_job && words != "end-job");
        if (words.empty() || in_schedule || in_job || was_in_job
            || std::ranges::any_of(
                by_itself, [&](std::string_view beginning) { return words.starts_with(beginning); }))
            return;
        out += line;
        out += '\n';
    });
    return out;
}

}
