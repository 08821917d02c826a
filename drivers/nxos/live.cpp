// SPDX-License-Identifier: Apache-2.0
// Lines take effect as they are typed; a job of the switch's scheduler rolls them back to a checkpoint (Cisco
// Nexus 9000 Series NX-OS System Management Configuration Guide, Release 10.5(x), Configuring the Scheduler,
// and Configuring Rollback). Refuses a switch that runs no jobs or has someone else's.
#include "drivers/nxos/live.h"

#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/stored_text.h"
#include "drivers/nxos/grammar.h"
#include "drivers/nxos/health.h"
#include "drivers/nxos/nxos.h"
#include "models/text/digest.h"

#include <fmt/format.h>

#include <thread>

namespace rocelint::nxos {
namespace {

using line_cli::TerminalStyle;
using std::chrono::seconds;

constexpr std::string_view no_pager[]{"terminal length 0"};
constexpr std::string_view quiet[]{"terminal width 511", "terminal dont-ask"};
constexpr TerminalStyle style{.privilege_hint = "give the login the role network-admin",
    .first = no_pager,
    .optional = quiet,
    .also_complaint = "ERROR: "};
constexpr std::string_view save = "copy running-config startup-config";

const line_cli::StoredForm& stored_form()
{
    static const std::vector<std::string_view> kept = line_cli::kept_beginnings(driver.signs);
    static const line_cli::StoredForm form{grammar(), scope::top, driver.parse, kept};
    return form;
}

}

Result<Snapshot> NxosDevice::read()
{
    auto text = running();
    if (!text)
        return tl::unexpected(text.error());
    return Snapshot{
        {{target_.device + ".cfg", line_cli::stored_text(stored_form(), *text, target_.state_key)}},
        state_hash(target_.state_key, *text)};
}

Result<Hardware> NxosDevice::hardware()
{
    auto json = terminal_.run_json("show version");
    if (!json)
        return tl::unexpected(json.error());
    const Node* serial = json->tree.root->child("proc_board_id");
    return Hardware{serial == nullptr ? std::string() : std::string(serial->value), {}};
}

Result<Health> NxosDevice::health(const std::vector<std::string>& ports)
{
    return read_health(terminal_, ports);
}

Result<void> NxosDevice::check_ready(const Transaction& transaction)
{
    auto text = running();
    if (!text)
        return tl::unexpected(text.error());
    if (("\n" + *text).find("\nfeature scheduler\n") == std::string::npos)
        return refuse("`feature scheduler` is off, so that the switch has no timer that would roll a "
                      "change back. Switch it on and save that, then plan again");
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

// The remainder of the current minute comes on top.
seconds NxosDevice::least_window(const Transaction& transaction)
{
    return seconds(60) + line_cli::time_to_type(transaction.commands);
}

Result<void> NxosDevice::commit(const Transaction& transaction, seconds window)
{
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (way->id != transaction.id)
        return refuse("the job that would roll the change back is gone");
    const auto until = std::chrono::steady_clock::now() + window - line_cli::before_it_strikes;
    if (auto armed = schedule(job_name, window); !armed)
        return armed;
    way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (way->id != transaction.id || !way->waits())
        return refuse("the schedule was accepted, but it is not shown as armed and ahead");
    // Made only now, so that a rollback does not change the scheduler that is running it.
    if (auto marked = make_checkpoint(transaction.id); !marked)
        return marked;
    if (auto steady = check_clock(); !steady)
        return steady;
    auto typed = run("configure terminal");
    if (typed)
        typed = terminal_.type(transaction.commands, "!", until);
    if (!typed && typed.error().kind != ErrorKind::refused)
        return typed;
    if (auto left = run("end"); !left)
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
    // What was typed is in force, whether or not the job is still waiting.
    auto back = roll_back_now(transaction);
    return back ? typed : back;
}

Result<Pending> NxosDevice::pending(const Transaction& transaction)
{
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    // A job that runs is not done: what it changes is still ours to watch.
    if (!way->waits() && !way->runs())
        return Pending::none;
    return way->id == transaction.id ? Pending::ours : Pending::foreign;
}

Result<void> NxosDevice::confirm(const Transaction& transaction)
{
    constexpr seconds time_to_delete(5);
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    if (way->id != transaction.id || !way->at || way->left < time_to_delete)
        return refuse("no job of ours waits: the switch has undone the change, or is about to");
    if (auto deleted = delete_rollback(*way); !deleted)
        return deleted;
    auto after = read_rollback();
    if (!after)
        return tl::unexpected(after.error());
    if (!after->id.empty() || after->scheduled)
        return refuse("the confirmation was accepted, but the job is still there");
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    if (now->device < *way->at)
        return {};
    // It may be rolling back although it is deleted.
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

Result<seconds> NxosDevice::abandon(const Transaction& transaction)
{
    auto way = read_rollback();
    if (!way)
        return tl::unexpected(way.error());
    // Without the checkpoint nothing was in force.
    auto there = has_checkpoint(transaction.id);
    if (!there)
        return tl::unexpected(there.error());
    const auto runs = [&] { return way->id == transaction.id && way->runs(); };
    const bool foreign = way->id != transaction.id && (way->waits() || way->runs());
    if (runs())
        return way->time_to_end();
    auto same = is_as_before(transaction);
    if (!same)
        return tl::unexpected(same.error());
    if (*there && !*same && !foreign && (way->waits() || !transaction.before.empty())) {
        if (auto back = roll_back(transaction); !back)
            return tl::unexpected(back.error());
        // The job may have struck meanwhile.
        way = read_rollback();
        same = is_as_before(transaction);
        if (!way || !same)
            return tl::unexpected(way ? same.error() : way.error());
        if (runs())
            return way->time_to_end();
        if (!*same && !transaction.before.empty())
            return refuse(
                fmt::format("it was rolled back, but its configuration is not as before: its checkpoint "
                            "is kept, and `rollback running-config checkpoint {}` tries again",
                    transaction.id));
    }
    if (way->id == transaction.id) {
        if (auto deleted = delete_rollback(*way); !deleted)
            return tl::unexpected(deleted.error());
    }
    if (*same) {
        if (auto deleted = delete_checkpoint(transaction.id); !deleted)
            return tl::unexpected(deleted.error());
    }
    if (auto deleted = delete_checkpoint(try_name); !deleted)
        return tl::unexpected(deleted.error());
    auto after = read_rollback();
    if (!after)
        return tl::unexpected(after.error());
    return after->id != transaction.id ? Result<seconds>(seconds(0))
                                       : refuse("the change was undone, but its job could not be deleted");
}

tl::unexpected<Error> NxosDevice::refuse(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, reason));
}

Result<bool> NxosDevice::is_as_before(const Transaction& transaction)
{
    auto text = running();
    return text ? Result<bool>(state_hash(target_.state_key, *text) == transaction.before)
                : tl::unexpected(text.error());
}

Result<void> NxosDevice::roll_back(const Transaction& transaction)
{
    auto back = terminal_.run(
        fmt::format("rollback running-config checkpoint {} best-effort", transaction.id), longest_rollback);
    return back ? Result<void>{} : tl::unexpected(back.error());
}

// Waits for a job that is rolling back, and then makes sure that nothing of the change is left. `again`: also while
// the switch refuses, since only one rollback can run at a time.
Result<void> NxosDevice::roll_back_now(const Transaction& transaction, bool again)
{
    const auto until = std::chrono::steady_clock::now() + longest_rollback;
    while (true) {
        auto left = abandon(transaction);
        const bool busy = again && !left && left.error().kind == ErrorKind::refused;
        const bool late = std::chrono::steady_clock::now() >= until;
        if (!left && !(busy && !late))
            return tl::unexpected(left.error());
        if (left && left->count() == 0)
            return {};
        if (late)
            return fail(ErrorKind::timed_out,
                fmt::format("{}: its job has not rolled the change back yet", target_.endpoint.name));
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
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
    auto text = terminal_.run("show running-config");
    return text ? Result<std::string>(without_push(*text)) : text;
}

Result<bool> NxosDevice::is_saved(const std::string& now)
{
    auto saved = terminal_.run("show startup-config");
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
