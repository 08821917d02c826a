// SPDX-License-Identifier: Apache-2.0
// Creates, rehearses, reads and deletes the job of the switch's own scheduler that rolls a change back, and
// the checkpoint that it restores (Cisco Nexus 9000 Series NX-OS System Management Configuration Guide,
// Release 10.5(x), Configuring the Scheduler).
#include "drivers/nxos/live.h"

#include <fmt/format.h>

#include <thread>

namespace rocelint::nxos {
namespace {

using std::chrono::seconds;

}

Result<line_cli::ClockReading> NxosDevice::read_clock()
{
    const auto asked = std::chrono::steady_clock::now();
    auto text = terminal_.run("show clock");
    if (!text)
        return tl::unexpected(text.error());
    const auto now = parse_clock(*text);
    return now ? Result<line_cli::ClockReading>({*now, asked, std::chrono::steady_clock::now()})
               : refuse("`show clock` tells no time");
}

// The job runs at a time of day: if the clock was set since it was scheduled, it does not run when it should.
Result<void> NxosDevice::check_clock()
{
    auto now = read_clock();
    if (!now || !armed_)
        return now ? Result<void>{} : tl::unexpected(now.error());
    const seconds step = line_cli::step_between(*armed_, *now);
    return step == seconds(0)
        ? Result<void>{}
        : refuse(
            fmt::format("{} since the job that rolls back was scheduled, so that it would not run in time. "
                        "Push again once its clock is steady",
                line_cli::step_text(step)));
}

Result<void> NxosDevice::check_summer_time(seconds from, seconds until)
{
    auto text = running();
    if (!text)
        return tl::unexpected(text.error());
    const auto steps = parse_summer_time(*text);
    const auto step = steps ? line_cli::step_ahead(*steps, from, until) : std::nullopt;
    return !step
        ? Result<void>{}
        : refuse(fmt::format("its local time changes at {} (`clock summer-time`), before the job "
                             "would run at {}: it could run an hour late, or never. Push after the change",
            minute_from(*step),
            minute_from(until)));
}

Result<Rollback> NxosDevice::read_rollback()
{
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    auto text = terminal_.run("show scheduler config");
    if (!text)
        return tl::unexpected(text.error());
    Rollback way = parse_scheduler(*text, now->device);
    if (!way.runs())
        return way;
    auto schedules = terminal_.run("show scheduler schedule");
    if (!schedules && schedules.error().kind != ErrorKind::refused)
        return tl::unexpected(schedules.error());
    if (schedules) {
        const ScheduleRun run = parse_schedule_run(*schedules, job_name);
        way.ended = run.begun && run.ended && *run.begun >= *way.at && *run.ended >= *run.begun;
    }
    return way;
}

Result<void> NxosDevice::check_free(const Rollback& way, const Transaction& transaction)
{
    if (way.runs())
        return refuse(fmt::format(
            "the job `{}` is rolling back what {} changed. Push again when it has ended", job_name, way.id));
    return way.waits() && way.id != transaction.id ? refuse(fmt::format(
               "the job `{}` is about to undo what {} changed. Confirm or delete it first", job_name, way.id))
                                                   : Result<void>{};
}

Result<void> NxosDevice::schedule(std::string_view job, seconds ahead)
{
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    const seconds at = std::chrono::ceil<std::chrono::minutes>(now->device + ahead);
    if (auto steady = check_summer_time(now->device, at); !steady)
        return steady;
    armed_ = *now;
    return configure({fmt::format("scheduler schedule name {}", job),
        fmt::format("job name {}", job),
        fmt::format("time start {}", minute_from(at)),
        "exit"});
}

// Deletes the schedules first and verifies that they are gone: a job that a schedule still names would still
// roll back.
Result<void> NxosDevice::delete_rollback(const Rollback& way)
{
    const auto take = [&](bool first, bool second, std::string_view what) -> Result<void> {
        std::vector<std::string> lines;
        if (first)
            lines.push_back(fmt::format("no scheduler {} name {}", what, job_name));
        if (second)
            lines.push_back(fmt::format("no scheduler {} name {}", what, try_name));
        return lines.empty() ? Result<void>{} : configure(lines);
    };
    if (auto gone = take(way.scheduled, way.tries_schedule, "schedule"); !gone)
        return gone;
    if (way.scheduled || way.tries_schedule) {
        auto left = read_rollback();
        if (!left)
            return tl::unexpected(left.error());
        if (left->scheduled || left->tries_schedule)
            return refuse("the schedule's deletion was accepted, but it is still there");
    }
    return take(!way.id.empty(), way.tries_job, "job");
}

Result<bool> NxosDevice::has_checkpoint(std::string_view name)
{
    auto summary = terminal_.run("show checkpoint summary");
    return summary ? Result<bool>(lists_checkpoint(*summary, name)) : tl::unexpected(summary.error());
}

Result<void> NxosDevice::delete_checkpoint(std::string_view name)
{
    auto there = has_checkpoint(name);
    if (!there)
        return tl::unexpected(there.error());
    return *there ? run(fmt::format("no checkpoint {}", name)) : Result<void>{};
}

// A checkpoint name can be used only once, so one left by an earlier run is deleted first.
Result<void> NxosDevice::make_checkpoint(std::string_view name)
{
    if (auto gone = delete_checkpoint(name); !gone)
        return gone;
    if (auto made = run(fmt::format("checkpoint {}", name)); !made)
        return made;
    auto there = has_checkpoint(name);
    if (!there)
        return tl::unexpected(there.error());
    return *there ? Result<void>{} : refuse("the checkpoint was accepted, but it is not there");
}

// Runs a job at the next minute that rolls back to what is in force, and then deletes the checkpoint. This also
// shows that the scheduler accepts the login that created the job.
Result<void> NxosDevice::rehearse()
{
    // At most 80 seconds until it is due, and the time of a rollback that has nothing to change.
    constexpr seconds patience(190);
    constexpr int most_looks = 600; // five minutes, in case the switch's clock stands still
    // The checkpoint is made in this time, after the schedule: the rollback must not remove what it runs in.
    constexpr seconds time_to_mark(20);
    auto begun = configure({fmt::format("scheduler job name {}", try_name),
        "terminal dont-ask",
        fmt::format("rollback running-config checkpoint {} best-effort", try_name),
        fmt::format("no checkpoint {}", try_name),
        "exit"});
    if (begun)
        begun = schedule(try_name, time_to_mark);
    if (begun)
        begun = make_checkpoint(try_name);
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    const seconds until = now->device + patience;
    bool ran = false;
    ScheduleRun run;
    // Once the last line has run, its schedule shows so within some seconds.
    int looks_after = 5;
    for (int looks = 0;
         begun && !run.ended && looks_after > 0 && now && now->device < until && looks < most_looks;
         ++looks) {
        if (target_.cancel != nullptr && target_.cancel->load())
            begun = fail(ErrorKind::cancelled, fmt::format("{}: interrupted", target_.endpoint.name));
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        auto schedules = terminal_.run("show scheduler schedule");
        if (!schedules && schedules.error().kind != ErrorKind::refused)
            return tl::unexpected(schedules.error());
        if (schedules)
            run = parse_schedule_run(*schedules, try_name);
        auto there = has_checkpoint(try_name);
        if (!there)
            return tl::unexpected(there.error());
        ran = !*there;
        looks_after -= ran ? 1 : 0;
        now = read_clock();
    }
    auto cleaned = configure({fmt::format("no scheduler schedule name {}", try_name),
        fmt::format("no scheduler job name {}", try_name)});
    if (!ran)
        static_cast<void>(delete_checkpoint(try_name));
    if (!begun || !cleaned)
        return begun ? cleaned : begun;
    const bool failed = run.ended && !run.status.starts_with("Success");
    if (ran && !failed)
        return {};
    return refuse(
        fmt::format("a scheduled job that rolls back did not run{}: nothing would undo the change. `show "
                    "scheduler logfile` says why; of a login that a server knows, the switch needs the "
                    "password as `scheduler aaa-authentication`",
            failed ? fmt::format(" to its end (`{}`)", run.status) : std::string()));
}

}
