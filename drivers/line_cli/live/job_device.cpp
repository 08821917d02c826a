// SPDX-License-Identifier: Apache-2.0
// Rollback for switches without commits, by a job of the switch's own scheduler. It refuses switches on which
// no job runs, undos that a job could not type, and switches with someone else's job.
#include "drivers/line_cli/live/job_device.h"

#include "models/text/digest.h"

#include <fmt/format.h>

#include <array>
#include <thread>

namespace rocelint::line_cli {

using std::chrono::seconds;

Result<Snapshot> JobDevice::read()
{
    auto text = terminal().run(style_.running);
    if (!text)
        return tl::unexpected(text.error());
    const std::string stable = stable_lines(
        *text, std::array{style_.changes_by_itself, style_.rollback, style_.rehearsal, style_.rehearsed});
    return Snapshot{{{target().device + ".cfg", stored_text(form_, stable, target().state_key)}},
        state_hash(target().state_key, stable)};
}

Result<void> JobDevice::check_ready(const Transaction& transaction)
{
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    if (auto free = check_free(*job, transaction); !free)
        return free;
    if (transaction.undo.find('"') != std::string::npos || transaction.undo.empty())
        return refuse("a scheduled job could not type the way back");
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    if (!*same)
        return refuse(
            fmt::format("running and saved configuration differ: saving our change would save that too. "
                        "`{}`, or undo it, first",
                style_.save));
    return {};
}

Result<std::string> JobDevice::stage(const Transaction& transaction)
{
    if (auto rehearsed = rehearse(); !rehearsed)
        return tl::unexpected(rehearsed.error());
    // Another push may have armed its job during the rehearsal.
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    if (auto free = check_free(*job, transaction); !free)
        return tl::unexpected(free.error());
    auto staged = write_rollback(transaction);
    if (!staged && staged.error().kind == ErrorKind::refused)
        static_cast<void>(run(fmt::format("no {}", style_.rollback)));
    if (!staged)
        return tl::unexpected(staged.error());
    return std::string{};
}

Result<void> JobDevice::commit(const Transaction& transaction, seconds window)
{
    const auto until = std::chrono::steady_clock::now() + window - before_it_strikes;
    const auto at = schedule(style_.rollback, window);
    if (!at)
        return tl::unexpected(at.error());
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    if (job->id != transaction.id || !job->waits())
        return refuse("the job was accepted, but it is not shown as enabled and ahead");
    if (job->at != *at)
        return refuse("the job was accepted, but it is shown for a different time");
    if (auto steady = check_clock(); !steady)
        return steady;
    auto typed = terminal().type(transaction.commands, {}, until);
    if (typed) {
        job = read_rollback();
        if (!job)
            return tl::unexpected(job.error());
        // Lines that were still missing when the job ran have been typed since, so the job did not undo them.
        typed = job->id == transaction.id && job->waits()
            ? check_clock()
            : refuse("the job struck before the last line was typed: give it more time (--confirm-timeout)");
    }
    if (typed || typed.error().kind != ErrorKind::refused)
        return typed;
    // The typed lines are in force, whether or not the job is still waiting.
    if (auto back = terminal().type_rollback(transaction.undo); !back)
        return back;
    if (auto ended = end_rollback(transaction); !ended)
        return ended;
    return typed;
}

Result<Pending> JobDevice::pending(const Transaction& transaction)
{
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    // A job that runs is not done: what it changes is still ours to watch.
    return !job->waits() && !job->runs() ? Pending::none
        : job->id == transaction.id      ? Pending::ours
                                         : Pending::foreign;
}

Result<void> JobDevice::confirm(const Transaction& transaction)
{
    constexpr seconds time_to_delete(3);
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    if (job->id != transaction.id || !job->enabled || job->left < time_to_delete)
        return refuse("no job of ours waits: the switch has undone the change, or is about to");
    if (auto deleted = delete_rollback("the confirmation was accepted, but the job is still there"); !deleted)
        return deleted;
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    if (now->device < job->at)
        return {};
    // It may have typed a part of the undo before it was deleted.
    auto back = terminal().type_rollback(transaction.undo);
    return back ? refuse("the job was deleted so late that it may have begun, so the change was rolled back")
                : back;
}

Result<void> JobDevice::persist(const Transaction&)
{
    if (auto written = run(style_.save); !written)
        return written;
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same
        ? Result<void>{}
        : refuse(fmt::format("`{}` was accepted, but the saved configuration still differs", style_.save));
}

Result<void> JobDevice::save_again()
{
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same ? Result<void>{} : persist({});
}

Result<seconds> JobDevice::abandon(const Transaction& transaction)
{
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    if (job->id != transaction.id)
        return seconds(0);
    bool in_force = job->waits();
    if (job->enabled && !in_force) {
        auto same = is_as_before(transaction);
        if (!same)
            return tl::unexpected(same.error());
        if (job->runs() && !*same)
            return job->time_to_end();
        // Its job has run, and not all of it is undone.
        in_force = !*same && !transaction.before.empty();
    }
    if (in_force) {
        if (auto back = terminal().type_rollback(transaction.undo); !back)
            return tl::unexpected(back.error());
    }
    if (auto ended = end_rollback(transaction); !ended)
        return tl::unexpected(ended.error());
    return seconds(0);
}

Result<void> JobDevice::end_rollback(const Transaction& transaction)
{
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    return job->id == transaction.id
        ? delete_rollback("the change was undone, but its job could not be deleted")
        : Result<void>{};
}

Result<void> JobDevice::run_all(const std::vector<std::string>& lines)
{
    for (const std::string& line : lines) {
        if (auto done = run(line); !done)
            return done;
    }
    return {};
}

Result<bool> JobDevice::is_as_before(const Transaction& transaction)
{
    auto now = read();
    return now ? Result<bool>(now->hash == transaction.before) : tl::unexpected(now.error());
}

Result<Rollback> JobDevice::read_rollback()
{
    auto text = terminal().run(style_.running);
    auto now = read_clock();
    if (!text || !now)
        return tl::unexpected(text ? now.error() : text.error());
    Rollback job = parse_job(*text, style_.rollback, now->device);
    if (!job.runs())
        return job;
    auto shown = terminal().run(style_.show_rollback);
    if (!shown && shown.error().kind != ErrorKind::refused)
        return tl::unexpected(shown.error());
    job.ended = shown && is_completed(*shown);
    return job;
}

Result<void> JobDevice::check_free(const Rollback& job, const Transaction& transaction)
{
    if (job.runs())
        return refuse(fmt::format(
            "`{}` is undoing what {} changed. Push again when it has ended", style_.rollback, job.id));
    return job.waits() && job.id != transaction.id ? refuse(fmt::format(
               "`{}` is about to undo what {} changed. Confirm or delete it first", style_.rollback, job.id))
                                                   : Result<void>{};
}

Result<bool> JobDevice::is_saved()
{
    auto running = terminal().run(style_.running);
    auto saved = terminal().run(style_.saved);
    if (!running || !saved)
        return tl::unexpected(running ? saved.error() : running.error());
    const std::array volatile_lines{style_.comment, style_.rollback, style_.rehearsal, style_.rehearsed};
    return stable_lines(*running, volatile_lines) == stable_lines(*saved, volatile_lines);
}

Result<seconds> JobDevice::schedule(std::string_view job, seconds ahead)
{
    auto now = read_clock();
    if (!now)
        return tl::unexpected(now.error());
    remember_clock(*now);
    const seconds at = now->device + ahead;
    const auto enabled = run_all({fmt::format("{} schedule type once", job),
        fmt::format("{} {}", job, schedule_text(at)),
        fmt::format("{} enable", job)});
    return enabled ? Result<seconds>(at) : tl::unexpected(enabled.error());
}

// Enters the undo as the job's commands, and reads back that all of them are there.
Result<void> JobDevice::write_rollback(const Transaction& transaction)
{
    // The name comes first, so that a job left by a push that was killed can be recognized as ours.
    std::vector<std::string> lines{
        fmt::format("no {}", style_.rollback), fmt::format("{} comment {}", style_.rollback, transaction.id)};
    std::size_t commands = 0;
    for (std::string_view rest = transaction.undo; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        lines.push_back(fmt::format("{} command {} \"{}\"", style_.rollback, ++commands, line));
    }
    lines.push_back(fmt::format("{} {}", style_.rollback, style_.keep_going));
    if (auto written = run_all(lines); !written)
        return written;
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    return job->commands == commands && job->id == transaction.id
        ? Result<void>{}
        : refuse("the job was accepted, but not all of it is there");
}

Result<void> JobDevice::delete_rollback(std::string_view otherwise)
{
    if (auto deleted = run(fmt::format("no {}", style_.rollback)); !deleted)
        return deleted;
    auto job = read_rollback();
    if (!job)
        return tl::unexpected(job.error());
    return job->id.empty() && !job->enabled ? Result<void>{} : refuse(otherwise);
}

// Runs a job that deletes another one, within seconds.
Result<void> JobDevice::rehearse()
{
    auto begun = run_all({fmt::format("{} comment rehearsal", style_.rehearsed),
        fmt::format("{} command 1 \"no {}\"", style_.rehearsal, style_.rehearsed)});
    if (begun) {
        if (const auto at = schedule(style_.rehearsal, seconds(3)); !at)
            begun = tl::unexpected(at.error());
    }
    bool ran = false;
    for (int tries = 0; begun && !ran && tries < 20; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        auto text = terminal().run(style_.running);
        if (!text)
            return tl::unexpected(text.error());
        ran = text->find(fmt::format("{} comment", style_.rehearsed)) == std::string::npos;
    }
    auto cleaned = run_all({fmt::format("no {}", style_.rehearsal), fmt::format("no {}", style_.rehearsed)});
    if (!begun || !cleaned)
        return begun ? cleaned : begun;
    return ran ? Result<void>{} : refuse("a scheduled job did not run: nothing would undo the change");
}

}
