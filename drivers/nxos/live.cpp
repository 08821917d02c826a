// SPDX-License-Identifier: Apache-2.0
// Lines take effect as they are typed; a job of the switch's scheduler rolls them back to a checkpoint (Cisco
// Nexus 9000 Series NX-OS System Management Configuration Guide, Release 10.5(x), Configuring the Scheduler,
// and Configuring Rollback). Refuses a switch that runs no jobs or has someone else's.
#include "drivers/nxos/live.h"

#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/stored_text.h"
#include "drivers/nxos/answers/health.h"
#include "drivers/nxos/grammar.h"
#include "drivers/nxos/nxos.h"
#include "models/text/digest.h"

#include <fmt/format.h>

namespace rocelint::nxos {
namespace {

using line_cli::TerminalStyle;
using std::chrono::seconds;

constexpr std::string_view no_pager[]{"terminal length 0"};
constexpr std::string_view quiet[]{"terminal width 511", "terminal dont-ask"};
constexpr std::string_view complaints[]{"ERROR: "};
constexpr TerminalStyle style{.privilege_hint = "give the login the role network-admin",
    .first = no_pager,
    .optional = quiet,
    .also_complaints = complaints};
constexpr std::string_view save = "copy running-config startup-config";

}

Result<Snapshot> NxosDevice::read()
{
    auto text = running();
    if (!text)
        return tl::unexpected(text.error());
    return Snapshot{
        {{target().device + ".cfg",
            line_cli::stored_text(
                line_cli::stored_form_of<driver>(grammar(), scope::top), *text, target().state_key)}},
        state_hash(target().state_key, *text)};
}

Result<Hardware> NxosDevice::hardware()
{
    auto json = terminal().run_json("show version");
    if (!json)
        return tl::unexpected(json.error());
    const Node* serial = json->tree.root->child("proc_board_id");
    return Hardware{serial == nullptr ? std::string() : std::string(serial->value), {}};
}

Result<Health> NxosDevice::health(const std::vector<std::string>& ports)
{
    return read_health(terminal(), ports);
}

Result<void> NxosDevice::check_ready(const Transaction& transaction)
{
    auto text = running();
    if (!text)
        return tl::unexpected(text.error());
    if (("\n" + *text).find("\nfeature scheduler\n") == std::string::npos)
        return refuse("`feature scheduler` is off, so that the switch has no timer that would roll a "
                      "change back. Switch it on and save that, then plan again");
    if (auto readable = take_summer_time(*text); !readable)
        return readable;
    if (auto followed = check_clock_source(); !followed)
        return followed;
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (auto free = check_free(*way, transaction); !free)
        return free;
    auto same = is_saved(*text);
    if (!same)
        return tl::unexpected(same.error());
    if (!*same)
        return refuse(fmt::format(
            "running and startup configuration differ: saving our change would save that too. `{}`, or "
            "undo it, first",
            save));
    return {};
}

Result<std::string> NxosDevice::stage(const Transaction& transaction)
{
    if (auto followed = check_clock_source(); !followed)
        return tl::unexpected(followed.error());
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (auto free = check_free(*way, transaction); !free)
        return tl::unexpected(free.error());
    auto staged = delete_rollback(*way);
    if (staged)
        staged = rehearse();
    if (!staged)
        return tl::unexpected(staged.error());
    // Another push may have written or armed its job during the rehearsal, which takes a minute.
    way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (auto free = check_free(*way, transaction); !free)
        return tl::unexpected(free.error());
    staged = delete_rollback(*way);
    if (staged)
        staged = configure({fmt::format("scheduler job name {}", job_name),
            "terminal dont-ask",
            fmt::format("rollback running-config checkpoint {} best-effort", transaction.id),
            "exit"});
    auto written = read_rollback();
    if (!written)
        return tl::unexpected(written.error());
    if (staged && written->id != transaction.id)
        staged = refuse("the job was accepted, but it is not there");
    if (!staged && staged.error().kind == ErrorKind::refused && written->id == transaction.id)
        static_cast<void>(delete_rollback(*written));
    if (!staged)
        return tl::unexpected(staged.error());
    return std::string{};
}

Result<void> NxosDevice::commit(const Transaction& transaction, seconds window)
{
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (way->id != transaction.id)
        return refuse("the job that would roll the change back is gone");
    // On a new connection this takes a while, in which the window must not run out.
    if (auto readable = read_summer_time(); !readable)
        return readable;
    const auto until = std::chrono::steady_clock::now() + window - line_cli::before_it_strikes;
    const auto at = schedule(job_name, window);
    if (!at)
        return tl::unexpected(at.error());
    way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (way->id != transaction.id || !way->waits())
        return refuse("the schedule was accepted, but it is not shown as armed and ahead");
    if (way->at != *at)
        return refuse("the schedule was accepted, but it is shown for a different time");
    // Made only now, so that a rollback does not change the scheduler that is running it.
    if (auto marked = make_checkpoint(transaction.id, deadline_text(*way->at)); !marked)
        return marked;
    if (auto steady = check_clock(); !steady)
        return steady;
    auto typed = run("configure terminal");
    if (typed)
        typed = terminal().type(transaction.commands, "!", until);
    if (!typed && typed.error().kind != ErrorKind::refused)
        return typed;
    // Where `configure terminal` itself was refused, `end` may be too: the first refusal is the reason.
    if (auto left = run("end"); !left && (typed || left.error().kind != ErrorKind::refused))
        return left;
    way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (typed && !(way->id == transaction.id && way->waits()))
        typed
            = refuse("the job struck before the last line was typed: give it more time (--confirm-timeout)");
    if (typed)
        typed = check_clock();
    if (typed || typed.error().kind != ErrorKind::refused)
        return typed;
    // The typed lines are in force, whether or not the job is still waiting.
    auto back = roll_back_now(transaction);
    return back ? typed : back;
}

Result<Pending> NxosDevice::pending(const Transaction& transaction)
{
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    // A job that runs is not done: what it changes is still ours to watch.
    if (way->waits() || way->runs())
        return way->id == transaction.id ? Pending::ours : Pending::foreign;
    if (way->id != transaction.id || !way->is_left_over())
        return Pending::none;
    // Whether it was confirmed is not known, so that it is rolled back.
    auto begun = may_have_begun(transaction);
    if (!begun)
        return tl::unexpected(begun.error());
    return *begun ? Pending::ours : Pending::none;
}

Result<void> NxosDevice::confirm(const Transaction& transaction)
{
    constexpr seconds time_to_delete(5);
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (way->id != transaction.id || !way->at || way->left < time_to_delete)
        return refuse("no job of ours waits: the switch has undone the change, or is about to");
    // The job is deleted only when it is certain that it did not begin: if the confirmation is interrupted here,
    // pending() finds out by the job.
    if (auto deleted = delete_schedules(*way); !deleted)
        return deleted;
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    if (now->device < *way->at) {
        if (auto deleted = delete_jobs(*way); !deleted)
            return deleted;
        auto after = read_rollback();
        if (!after)
            return tl::unexpected(after.error());
        return after->id.empty() && !after->scheduled
            ? Result<void>{}
            : refuse("the confirmation was accepted, but the job is still there");
    }
    // It may be rolling back although its schedule is deleted.
    auto back = roll_back_now(transaction, true);
    return back ? refuse("the job was deleted so late that it may have begun, so the change was rolled back")
                : back;
}

Result<void> NxosDevice::persist(const Transaction& transaction)
{
    // Left by a confirmation that was interrupted.
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (way->id == transaction.id && !way->waits() && !way->runs()) {
        if (auto deleted = delete_rollback(*way); !deleted)
            return deleted;
    }
    if (auto written = save_again(); !written)
        return written;
    return delete_checkpoint(transaction.id);
}

Result<void> NxosDevice::save_again()
{
    if (auto same = is_saved(); !same || *same)
        return same ? Result<void>{} : tl::unexpected(same.error());
    if (auto written = run(save); !written)
        return written;
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same
        ? Result<void>{}
        : refuse(fmt::format("`{}` was accepted, but the startup configuration still differs", save));
}

// Leaves configuration mode even if a line is refused.
Result<void> NxosDevice::configure(const std::vector<std::string>& lines)
{
    auto done = run("configure terminal");
    if (!done)
        return done;
    for (const std::string& line : lines) {
        if (done = run(line); !done)
            break;
    }
    if (!done && done.error().kind != ErrorKind::refused)
        return done;
    auto left = run("end");
    return done ? left : done;
}

Result<std::string> NxosDevice::running()
{
    auto text = terminal().run("show running-config");
    return text ? Result<std::string>(without_push(*text)) : text;
}

Result<bool> NxosDevice::is_saved(const std::string& now)
{
    auto saved = terminal().run("show startup-config");
    if (!saved)
        return tl::unexpected(saved.error());
    constexpr std::string_view comments[]{"!"};
    return line_cli::stable_lines(now, comments) == line_cli::stable_lines(without_push(*saved), comments);
}

Result<bool> NxosDevice::is_saved()
{
    auto now = running();
    return now ? is_saved(*now) : tl::unexpected(now.error());
}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<NxosDevice>(target, style);
}

}
