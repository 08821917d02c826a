// SPDX-License-Identifier: Apache-2.0
// Pushes to a switch whose Linux has the timer. It refuses a switch on which no timer runs, on which a timer
// gets no answer from the command line, or that has changes that were not saved or not put in force.
#include "drivers/line_cli/live/timer_device.h"

#include "drivers/transport/dead_man.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rocelint::line_cli {
namespace {

using std::chrono::seconds;

// A command line on Linux takes seconds to start, and is called several times.
constexpr int slow = 10;

// Returns every line with its block, sorted, because the saved configuration may be printed in another order.
std::vector<std::string> lines_in_blocks(std::string_view text)
{
    std::vector<std::string> lines;
    std::string_view block;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const std::size_t first = line.find_first_not_of(' ');
        if (first == std::string_view::npos || line[first] == '!')
            continue;
        if (first == 0)
            block = line;
        lines.push_back(fmt::format("{}|{}", block, line));
    }
    std::ranges::sort(lines);
    return lines;
}

// Turns "2 interface Eth1/1|  mtu 1500" into "2 lines are not as they were, the first `mtu 1500` in
// `interface Eth1/1`".
std::string not_restored(std::string_view told)
{
    const std::size_t space = std::min(told.find(' '), told.size());
    const std::string_view count = told.substr(0, space);
    told.remove_prefix(std::min(space + 1, told.size()));
    const std::size_t bar = std::min(told.find('|'), told.size());
    const std::string_view block = told.substr(0, bar);
    std::string_view line = told.substr(std::min(bar + 1, told.size()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return fmt::format("{}: `{}`{}",
        count == "1" ? std::string("one line is not as it was")
                     : fmt::format("{} lines are not as they were, the first", count),
        redact(line),
        block == line ? std::string() : fmt::format(" in `{}`", redact(block)));
}

}

Result<Snapshot> TimerDevice::read()
{
    auto text = terminal_.run(style_.running);
    if (!text)
        return tl::unexpected(text.error());
    const std::string stable = stable_lines(*text, style_.changes_by_itself);
    return Snapshot{{{target_.device + ".cfg", stored_text(form_, stable, target_.state_key)}},
        state_hash(target_.state_key, stable)};
}

Result<void> TimerDevice::check_ready(const Transaction& transaction)
{
    if (transaction.undo.empty())
        return refuse("nothing was given that would undo the change");
    auto answer = run_script(ready_script(on_linux_));
    if (!answer)
        return tl::unexpected(answer.error());
    if (const auto current = answer->find("current"); current && *current != transaction.id)
        return refuse(fmt::format(
            "a timer of the switch is about to undo what {} changed. Confirm it or wait first", *current));
    if (!answer->has("timer"))
        return refuse("systemd-run can start no timer on the switch that would undo the change");
    if (const auto tool = answer->find("missing"))
        return refuse(fmt::format("the Linux of the switch has no `{}`, which the way back needs", *tool));
    if (auto clean = check_uncommitted(); !clean)
        return clean;
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    if (!*same)
        return refuse(
            fmt::format("running and startup configuration differ: saving our change would save that "
                        "too. `{}`, or undo it, first",
                style_.save));
    return {};
}

Result<std::string> TimerDevice::stage(const Transaction& transaction)
{
    auto answer = run_script(rehearsal_script(transaction.id, on_linux_));
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->has("rehearsed"))
        return std::string{};
    const auto why = answer->find("refused");
    return refuse(why ? redact(*why) : "the rehearsal did not end: " + answer->error);
}

// Reading the configuration takes seconds each time, too.
seconds TimerDevice::least_window(const Transaction& transaction)
{
    return seconds(120) + time_to_type(transaction.commands);
}

Result<void> TimerDevice::commit(const Transaction& transaction, seconds window)
{
    if (auto clean = check_uncommitted(); !clean)
        return clean;
    const auto until = std::chrono::steady_clock::now() + window - before_it_strikes;
    if (auto armed = arm(transaction, window); !armed)
        return armed;
    if (auto clean = check_uncommitted(); !clean) {
        // Nothing is typed yet, and a rollback would discard what someone else has begun meanwhile.
        auto stopped = run_script(confirm_script(transaction.id, on_linux_));
        if (!stopped)
            return tl::unexpected(stopped.error());
        if (!stopped->has("confirmed"))
            return fail(ErrorKind::unreachable,
                fmt::format("{}; the timer that was started for ours cannot be stopped, and throws them away",
                    clean.error().message));
        auto gone = run_script(forget_script(transaction.id, on_linux_));
        return gone ? clean : tl::unexpected(gone.error());
    }
    auto waiting = pending(transaction);
    if (!waiting)
        return tl::unexpected(waiting.error());
    if (*waiting != Pending::ours)
        return refuse("the timer was accepted, but it is not there");
    auto typed = put_in_force(transaction, until);
    if (!typed && typed.error().kind != ErrorKind::refused)
        return typed;
    if (!typed) {
        // Lines that were typed before the refused one may be in force.
        // Each is typed even if another one is refused: OS10 has no `end` outside of configuration mode, and
        // what was not committed must still be discarded.
        for (const std::string_view line : style_.give_up)
            static_cast<void>(terminal_.run(line));
        auto back = take_back_typed(transaction, false);
        return back ? typed : back;
    }
    auto noted = run_script(note_script(transaction.id, on_linux_));
    if (!noted)
        return tl::unexpected(noted.error());
    if (noted->has("noted"))
        return {};
    const bool late = noted->has("late");
    if (auto back = take_back_typed(transaction, late); !back)
        return back;
    return refuse(late
            ? "the timer struck before the last line was typed: give it more time (--confirm-timeout)"
            : "the configuration cannot be read that is in force now: " + noted->error);
}

// A timer that ran out meanwhile (`late`) undid only what was typed by then. We undo what was typed after
// that.
Result<void> TimerDevice::take_back_typed(const Transaction& transaction, bool late)
{
    auto waiting = pending(transaction);
    if (!waiting)
        return tl::unexpected(waiting.error());
    if (late || *waiting != Pending::ours) {
        auto typed = run_all(style_.begin);
        if (typed)
            typed = terminal_.type_rollback(transaction.undo);
        if (typed)
            typed = run_all(style_.end);
        if (!typed)
            return typed;
    }
    auto back = abandon(transaction);
    if (!back)
        return tl::unexpected(back.error());
    return back->count() == 0 ? Result<void>{} : busy("undone");
}

Result<Pending> TimerDevice::pending(const Transaction& transaction)
{
    auto answer = run_script(pending_script(on_linux_));
    if (!answer)
        return tl::unexpected(answer.error());
    if (!answer->has("asked"))
        return refuse("the switch does not say what it is waiting for: " + answer->error);
    const auto current = answer->find("current");
    return !current ? Pending::none : *current == transaction.id ? Pending::ours : Pending::foreign;
}

Result<void> TimerDevice::confirm(const Transaction& transaction)
{
    auto answer = run_script(confirm_script(transaction.id, on_linux_));
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->has("confirmed"))
        return {};
    if (const auto how = answer->find("gone"))
        return refuse(*how == "partly"
                ? "the change is no longer in force as a whole: the switch has undone it, but could not restore "
                  "everything"
                : "the change is no longer in force: the switch has undone it");
    if (answer->has("still"))
        return refuse("the timer that undoes the change cannot be stopped; it will be undone");
    if (answer->has("busy"))
        return busy("confirmed");
    return unknown("confirmed", *answer);
}

Result<void> TimerDevice::persist(const Transaction& transaction)
{
    if (auto written = save_again(); !written)
        return written;
    auto answer = run_script(forget_script(transaction.id, on_linux_));
    return answer ? Result<void>{} : tl::unexpected(answer.error());
}

Result<void> TimerDevice::save_again()
{
    if (auto same = is_saved(); !same || *same)
        return same ? Result<void>{} : tl::unexpected(same.error());
    if (auto written = terminal_.run(style_.save); !written)
        return tl::unexpected(written.error());
    auto same = is_saved();
    if (!same)
        return tl::unexpected(same.error());
    return *same
        ? Result<void>{}
        : refuse(fmt::format("`{}` was accepted, but the startup configuration still differs", style_.save));
}

Result<seconds> TimerDevice::abandon(const Transaction& transaction)
{
    auto answer = run_script(abandon_script(transaction.id, on_linux_));
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->has("restored"))
        return seconds(0);
    if (answer->has("confirmed"))
        return refuse("the change has been confirmed; only its undo reverses it");
    if (answer->has("busy"))
        return dead_man::time_of_other_script;
    const std::string lines = fmt::format("{}/{}/undo", folder_of(on_linux_), transaction.id);
    if (const auto left = answer->find("partly"))
        return refuse(fmt::format(
            "the way back was typed line by line, and {}; it is no longer tried: its lines are {} on the switch",
            not_restored(*left),
            lines));
    if (const auto why = answer->find("failed"))
        return refuse(fmt::format(
            "the way back was typed, and the configuration is not what it was{}; the lines are {} on the switch{}",
            why->empty() ? std::string() : fmt::format(" ({})", redact(*why)),
            lines,
            answer->has("armed") ? ", which goes on trying" : ""));
    return unknown("undone", *answer);
}

Result<ScriptAnswer> TimerDevice::run_script(const std::string& script)
{
    return linux_->run(script, slow * target_.endpoint.command_timeout);
}

tl::unexpected<Error> TimerDevice::refuse(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, reason));
}

tl::unexpected<Error> TimerDevice::unknown(std::string_view done, const ScriptAnswer& answer) const
{
    return fail(ErrorKind::unreachable,
        fmt::format(
            "{}: whether the change was {} is not known: {}", target_.endpoint.name, done, answer.error));
}

tl::unexpected<Error> TimerDevice::busy(std::string_view not_done) const
{
    return fail(ErrorKind::unreachable,
        fmt::format("{}: the change was not {}: an earlier script is still at work on the switch",
            target_.endpoint.name,
            not_done));
}

Result<void> TimerDevice::run_all(std::span<const std::string_view> lines, Terminal::Moment until)
{
    for (const std::string_view line : lines) {
        if (auto done = terminal_.run_before(until, line); !done)
            return done;
    }
    return {};
}

Result<void> TimerDevice::check_uncommitted()
{
    if (style_.uncommitted.empty())
        return {};
    auto text = terminal_.run(style_.uncommitted);
    if (!text)
        return tl::unexpected(text.error());
    return text->find_first_not_of(" \r\n") == std::string::npos
        ? Result<void>{}
        : refuse(
            fmt::format("another user's changes wait to be committed, and a commit of ours would put them in "
                        "force (`{}`)",
                style_.uncommitted));
}

Result<bool> TimerDevice::is_saved()
{
    auto now = terminal_.run(style_.running);
    auto saved = terminal_.run(style_.saved);
    if (!now || !saved)
        return tl::unexpected(now ? saved.error() : now.error());
    return lines_in_blocks(stable_lines(*now, style_.changes_by_itself))
        == lines_in_blocks(stable_lines(*saved, style_.changes_by_itself));
}

Result<void> TimerDevice::arm(const Transaction& transaction, seconds window)
{
    auto answer = run_script(arm_script(transaction.id, on_linux_, transaction.undo, window));
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->has("armed"))
        return {};
    if (const auto other = answer->find("other"))
        return refuse(*other == transaction.id
                ? std::string("the transaction is in force already")
                : fmt::format("a timer of the switch is about to undo what {} changed", *other));
    if (const auto why = answer->find("refused"))
        return refuse(redact(*why));
    return unknown("begun", *answer);
}

Result<void> TimerDevice::put_in_force(const Transaction& transaction, Terminal::Moment until)
{
    auto typed = run_all(style_.begin, until);
    if (typed)
        typed = terminal_.type(transaction.commands, "!", until);
    if (typed)
        typed = run_all(style_.end, until);
    return typed;
}

}
