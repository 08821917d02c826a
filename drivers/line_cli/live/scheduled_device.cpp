// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/live/scheduled_device.h"

#include <fmt/format.h>

namespace rocelint::line_cli {

// Where jobs run at whole minutes, the remainder of the minute comes on top.
std::chrono::seconds ScheduledDevice::least_window(const Transaction& transaction)
{
    return std::chrono::seconds(60) + time_to_type(transaction.commands);
}

tl::unexpected<Error> ScheduledDevice::refuse(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, reason));
}

Result<void> ScheduledDevice::run(std::string_view line)
{
    auto done = terminal_.run(line);
    return done ? Result<void>{} : tl::unexpected(done.error());
}

Result<ClockReading> ScheduledDevice::read_clock()
{
    const auto asked = std::chrono::steady_clock::now();
    auto text = terminal_.run("show clock");
    if (!text)
        return tl::unexpected(text.error());
    const auto now = parse_clock_(*text);
    return now ? Result<ClockReading>({*now, asked, std::chrono::steady_clock::now()})
               : refuse("the time in `show clock` is not understood: it takes a 24-hour clock and a date");
}

// The job runs at a time of day: if the clock was set since it was scheduled, it does not run when it should.
Result<void> ScheduledDevice::check_clock()
{
    auto now = read_clock();
    if (!now || !scheduled_)
        return now ? Result<void>{} : tl::unexpected(now.error());
    const std::chrono::seconds step = step_between(*scheduled_, *now);
    return step == std::chrono::seconds(0)
        ? Result<void>{}
        : refuse(
            fmt::format("{} since the job that rolls back was scheduled, so that it would not run in time. "
                        "Push again once its clock is steady",
                step_text(step)));
}

}
