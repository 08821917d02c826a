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

std::vector<std::string> deletions(std::string_view what, bool rollback, bool rehearsal)
{
    std::vector<std::string> lines;
    if (rollback)
        lines.push_back(fmt::format("no scheduler {} name {}", what, job_name));
    if (rehearsal)
        lines.push_back(fmt::format("no scheduler {} name {}", what, try_name));
    return lines;
}

}

Result<void> NxosDevice::read_summer_time()
{
    if (summer_time_)
        return {};
    auto text = running();
    return text ? take_summer_time(*text) : tl::unexpected(text.error());
}

Result<void> NxosDevice::take_summer_time(std::string_view configuration)
{
    SummerTime rule = parse_summer_time(configuration);
    if (!rule.unread.empty())
        return refuse(fmt::format("when its local time changes cannot be read from `{}`, so that a job could "
                                  "run an hour late, or never",
            rule.unread));
    summer_time_ = std::move(rule);
    clock_source_ = parse_clock_source(configuration);
    return {};
}

// A clock that follows a server is set only after it has differed from it for 15 minutes (RFC 5905, appendix A.5.5.6,
// local_clock(): STEPT, WATCH); one that has found no server yet is set when it finds one.
Result<void> NxosDevice::check_clock_source()
{
    if (auto known = read_summer_time(); !known)
        return known;
    if (clock_source_.ptp)
        return refuse("its clock follows PTP (`clock protocol ptp`), and the switch does not show whether it "
                      "is about to be set: a job could run late, or never");
    if (!clock_source_.ntp)
        return {};
    auto status = terminal().run("show ntp peer-status");
    if (!status)
        return tl::unexpected(status.error());
    return follows_ntp(*status)
        ? Result<void>{}
        : refuse(
            "`show ntp peer-status` marks no server that its clock follows (*), so that the clock may be "
            "set at any moment, and a job could run late, or never. Push once it is synchronized");
}

Result<void> NxosDevice::check_summer_time(seconds from, seconds until)
{
    if (auto known = read_summer_time(); !known)
        return known;
    const auto& steps = summer_time_->steps;
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
    auto text = terminal().run("show scheduler config");
    if (!text)
        return tl::unexpected(text.error());
    Rollback way = parse_scheduler(*text, now->device);
    if (!way.runs())
        return way;
    auto schedules = terminal().run("show scheduler schedule");
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

Result<seconds> NxosDevice::schedule(std::string_view job, seconds ahead)
{
    if (auto followed = check_clock_source(); !followed)
        return tl::unexpected(followed.error());
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    const seconds at = std::chrono::ceil<std::chrono::minutes>(now->device + ahead);
    if (auto steady = check_summer_time(now->device, at); !steady)
        return tl::unexpected(steady.error());
    remember_clock(*now);
    const auto armed = configure({fmt::format("scheduler schedule name {}", job),
        fmt::format("job name {}", job),
        fmt::format("time start {}", minute_from(at)),
        "exit"});
    return armed ? Result<seconds>(at) : tl::unexpected(armed.error());
}

// Verifies that the schedules are gone: a job that a schedule still names would still roll back.
Result<void> NxosDevice::delete_schedules(const Rollback& way)
{
    if (!way.scheduled && !way.tries_schedule)
        return {};
    if (auto gone = configure(deletions("schedule", way.scheduled, way.tries_schedule)); !gone)
        return gone;
    auto left = read_rollback();
    if (!left)
        return tl::unexpected(left.error());
    return (way.scheduled && left->scheduled) || (way.tries_schedule && left->tries_schedule)
        ? refuse("the schedule's deletion was accepted, but it is still there")
        : Result<void>{};
}

Result<void> NxosDevice::delete_jobs(const Rollback& way)
{
    return way.id.empty() && !way.tries_job ? Result<void>{}
                                            : configure(deletions("job", !way.id.empty(), way.tries_job));
}

Result<void> NxosDevice::delete_rollback(const Rollback& way)
{
    auto gone = delete_schedules(way);
    return gone ? delete_jobs(way) : gone;
}

// By the minute in the checkpoint's description. Without a checkpoint nothing was in force.
Result<bool> NxosDevice::may_have_begun(const Transaction& transaction)
{
    auto summary = terminal().run("show checkpoint summary");
    if (!summary)
        return tl::unexpected(summary.error());
    if (!lists_checkpoint(*summary, transaction.id))
        return false;
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    const auto deadline = parse_deadline(*summary, transaction.id);
    return !deadline || now->device >= *deadline;
}

Result<bool> NxosDevice::has_checkpoint(std::string_view name)
{
    auto summary = terminal().run("show checkpoint summary");
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
Result<void> NxosDevice::make_checkpoint(std::string_view name, std::string_view description)
{
    if (auto gone = delete_checkpoint(name); !gone)
        return gone;
    const std::string line = description.empty()
        ? fmt::format("checkpoint {}", name)
        : fmt::format("checkpoint {} description {}", name, description);
    if (auto made = run(line); !made)
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
    // The checkpoint is made within this time after the schedule, so that the rollback does not remove the
    // schedule that runs it.
    constexpr seconds time_to_mark(20);
    // A checkpoint that an interrupted rehearsal left would be restored by a job that runs before a new one is made.
    auto begun = delete_checkpoint(try_name);
    if (begun)
        begun = configure({fmt::format("scheduler job name {}", try_name),
            "terminal dont-ask",
            fmt::format("rollback running-config checkpoint {} best-effort", try_name),
            fmt::format("no checkpoint {}", try_name),
            "exit"});
    if (begun) {
        if (const auto at = schedule(try_name, time_to_mark); !at)
            begun = tl::unexpected(at.error());
    }
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
        if (target().cancel != nullptr && target().cancel->load())
            begun = fail(ErrorKind::cancelled, fmt::format("{}: interrupted", target().endpoint.name));
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        auto schedules = terminal().run("show scheduler schedule");
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
