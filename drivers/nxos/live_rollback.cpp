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

Result<seconds> NxosDevice::read_clock()
{
    auto text = terminal_.run("show clock");
    if (!text)
        return tl::unexpected(text.error());
    const auto now = parse_clock(*text);
    return now ? Result<seconds>(*now) : refuse("`show clock` tells no time");
}

Result<Rollback> NxosDevice::read_rollback()
{
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    auto text = terminal_.run("show scheduler config");
    if (!text)
        return tl::unexpected(text.error());
    return parse_scheduler(*text, *now);
}

Result<void> NxosDevice::check_free(const Rollback& way, const Transaction& transaction)
{
    return way.waits() && way.id != transaction.id ? refuse(fmt::format(
               "the job `{}` is about to undo what {} changed. Confirm or delete it first", job_name, way.id))
                                                   : Result<void>{};
}

Result<void> NxosDevice::schedule(std::string_view job, seconds ahead)
{
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    return configure({fmt::format("scheduler schedule name {}", job),
        fmt::format("job name {}", job),
        fmt::format("time start {}", minute_from(*now + ahead)),
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

// Runs a job at the next minute that deletes a checkpoint. This also shows that the scheduler accepts the
// login that created the job.
Result<void> NxosDevice::rehearse()
{
    constexpr seconds patience(95); // at most a minute until it is due, and half a minute to run
    constexpr int most_looks = 240; // two minutes, in case the switch's clock stands still
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    const seconds until = *now + patience;
    auto begun = make_checkpoint(try_name);
    if (begun)
        begun = configure({fmt::format("scheduler job name {}", try_name),
            fmt::format("no checkpoint {}", try_name),
            "exit"});
    if (begun)
        begun = schedule(try_name, seconds(2));
    bool ran = false;
    for (int looks = 0; begun && !ran && now && *now < until && looks < most_looks; ++looks) {
        if (target_.cancel != nullptr && target_.cancel->load())
            begun = fail(ErrorKind::cancelled, fmt::format("{}: interrupted", target_.endpoint.name));
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        auto there = has_checkpoint(try_name);
        if (!there)
            return tl::unexpected(there.error());
        ran = !*there;
        now = read_clock();
    }
    auto cleaned = configure({fmt::format("no scheduler schedule name {}", try_name),
        fmt::format("no scheduler job name {}", try_name)});
    if (!ran)
        static_cast<void>(delete_checkpoint(try_name));
    if (!begun || !cleaned)
        return begun ? cleaned : begun;
    return ran
        ? Result<void>{}
        : refuse("a scheduled job did not run: nothing would undo the change. `show scheduler logfile` says "
                 "why; of a login that a server knows, the switch needs the password as `scheduler "
                 "aaa-authentication`");
}

}
