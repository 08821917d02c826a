// SPDX-License-Identifier: Apache-2.0
// Pushes by sessions with a commit timer. It refuses a switch where someone else's timer runs, where a commit
// would save itself, or that has unsaved changes.
#include "drivers/line_cli/live/session_device.h"

#include "drivers/line_cli/live/running_diff.h"
#include "models/text/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <thread>

namespace rocelint::line_cli {

bool Sessions::lists(std::string_view name) const { return std::ranges::find(open, name) != open.end(); }

Result<Snapshot> SessionDevice::read()
{
    auto text = terminal_.run(style_.running);
    if (!text)
        return tl::unexpected(text.error());
    const std::string stable = stable_lines(*text, style_.changes_by_itself);
    now_ = stable;
    return snapshot_of(stable);
}

Snapshot SessionDevice::snapshot_of(const std::string& stable) const
{
    return {{{target_.device + ".cfg", stored_text(form_, stable, target_.state_key)}},
        state_hash(target_.state_key, stable)};
}

Result<void> SessionDevice::check_ready(const Transaction& transaction)
{
    auto sessions = read_sessions();
    if (!sessions)
        return tl::unexpected(sessions.error());
    if (!sessions->pending.empty() && sessions->pending != transaction.id)
        return refuse(fmt::format(
            "the commit of session {} is awaiting confirmation; a second timer would not be accepted. "
            "Confirm or abort it first",
            sessions->pending));
    if (sessions->saves_on_commit)
        return refuse(fmt::format(
            "`{}` is on: a commit would survive a reboot before it is confirmed. Switch it off for "
            "the push",
            style_.saves_on_commit));
    auto saved = is_saved();
    if (!saved)
        return tl::unexpected(saved.error());
    if (!*saved)
        return refuse(
            fmt::format("running-config and startup-config differ: saving our change would save that too. "
                        "`{}`, or undo it, first",
                style_.save));
    return {};
}

Result<std::string> SessionDevice::stage(const Transaction& transaction)
{
    auto sessions = read_sessions();
    if (!sessions)
        return tl::unexpected(sessions.error());
    if (sessions->lists(transaction.id)) {
        // Left over from an earlier run of ours: it may hold only some of our commands.
        if (auto gone = abort(transaction); !gone)
            return tl::unexpected(gone.error());
    }
    if (auto gone = abort_left_behind(*sessions, transaction); !gone)
        return tl::unexpected(gone.error());
    if (auto opened = terminal_.run(fmt::format("{} {}", style_.session, transaction.id)); !opened)
        return tl::unexpected(opened.error());
    auto diff = type_commands(transaction.commands);
    if (!diff && diff.error().kind == ErrorKind::refused) {
        auto aborted = terminal_.run("abort");
        if (!aborted && aborted.error().kind != ErrorKind::refused)
            return tl::unexpected(aborted.error());
    }
    return diff;
}

Result<std::optional<Snapshot>> SessionDevice::staged()
{
    if (!session_)
        return std::nullopt;
    const std::string stable = stable_lines(*session_, style_.changes_by_itself);
    return snapshot_of(stable);
}

// A commit takes seconds on a switch with 64 ports; half a minute leaves time to notice and confirm.
std::chrono::seconds SessionDevice::least_window(const Transaction& /*transaction*/)
{
    return std::chrono::seconds(30);
}

Result<void> SessionDevice::commit(const Transaction& transaction, std::chrono::seconds window)
{
    const auto all = window.count();
    before_ = now_;
    auto committed = terminal_.run(fmt::format("{} {} commit timer {:02}:{:02}:{:02}",
        style_.session,
        transaction.id,
        all / 3600,
        all / 60 % 60,
        all % 60));
    if (!committed)
        return tl::unexpected(committed.error());
    // The switch must say that the timer runs, in whatever form its version reports it.
    auto waiting = pending(transaction);
    if (!waiting)
        return tl::unexpected(waiting.error());
    if (*waiting != Pending::ours)
        return refuse("the commit was accepted, but no commit timer is shown for it");
    return {};
}

std::optional<std::string> SessionDevice::unplanned() const
{
    return before_.empty() ? std::nullopt : line_beside_diff(before_, now_, diff_);
}

Result<Pending> SessionDevice::pending(const Transaction& transaction)
{
    auto sessions = read_sessions();
    if (!sessions)
        return tl::unexpected(sessions.error());
    return sessions->pending.empty()          ? Pending::none
        : sessions->pending == transaction.id ? Pending::ours
                                              : Pending::foreign;
}

Result<void> SessionDevice::confirm(const Transaction& transaction)
{
    auto before = pending(transaction);
    if (!before)
        return tl::unexpected(before.error());
    if (*before != Pending::ours)
        return refuse("our commit is no longer pending: its time is over, or another user has ended it");
    if (auto kept = terminal_.run(fmt::format("{} {} commit", style_.session, transaction.id)); !kept)
        return tl::unexpected(kept.error());
    auto after = pending(transaction);
    if (!after)
        return tl::unexpected(after.error());
    if (*after == Pending::ours)
        return refuse("the confirmation was accepted, but the commit timer still runs");
    return {};
}

Result<void> SessionDevice::persist(const Transaction& /*transaction*/)
{
    if (auto written = terminal_.run(style_.save); !written)
        return tl::unexpected(written.error());
    auto saved = is_saved();
    if (!saved)
        return tl::unexpected(saved.error());
    if (!*saved)
        return refuse(fmt::format("`{}` was accepted, but startup-config still differs", style_.save));
    return {};
}

Result<void> SessionDevice::save_again()
{
    auto saved = is_saved();
    if (!saved)
        return tl::unexpected(saved.error());
    return *saved ? Result<void>{} : persist({});
}

Result<std::chrono::seconds> SessionDevice::abandon(const Transaction& transaction)
{
    auto sessions = read_sessions();
    if (!sessions)
        return tl::unexpected(sessions.error());
    if (sessions->pending == transaction.id || sessions->lists(transaction.id)) {
        if (auto aborted = abort(transaction); !aborted)
            return tl::unexpected(aborted.error());
    }
    auto after = pending(transaction);
    if (!after)
        return tl::unexpected(after.error());
    if (*after == Pending::ours)
        return refuse("the commit could not be aborted; its timer still runs");
    return std::chrono::seconds(0);
}

tl::unexpected<Error> SessionDevice::refuse(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", name_, reason));
}

Result<std::string> SessionDevice::type_commands(std::string_view commands)
{
    if (auto typed = terminal_.type(commands); !typed)
        return tl::unexpected(typed.error());
    auto diff = terminal_.run(style_.diff);
    if (!diff)
        return diff;
    diff_ = *diff;
    session_.reset();
    if (!style_.whole.empty()) {
        // If this version of the switch cannot show the copy, it is compared once it is in force.
        if (auto whole = terminal_.run(style_.whole))
            session_ = *std::move(whole);
        else if (whole.error().kind != ErrorKind::refused)
            return tl::unexpected(whole.error());
    }
    // Leaves the session intact: commit and abort name the session explicitly.
    if (auto left = terminal_.run("end"); !left)
        return left;
    return diff;
}

// A switch allows few sessions, and never drops those of a push that was killed. A running push commits its
// session within seconds. One that has not done so by then is not running, or learns from the switch that its
// session is gone.
Result<void> SessionDevice::abort_left_behind(const Sessions& sessions, const Transaction& transaction)
{
    constexpr std::string_view ours = "rl-";
    constexpr int patience = 30; // half seconds
    std::vector<std::string> left;
    std::ranges::copy_if(sessions.open, std::back_inserter(left), [&](const std::string& name) {
        return name.starts_with(ours) && name != transaction.id;
    });
    for (int pause = 0; pause < patience && !left.empty(); ++pause) {
        if (target_.cancel != nullptr && target_.cancel->load())
            return fail(ErrorKind::cancelled, fmt::format("{}: interrupted", name_));
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        auto now = read_sessions();
        if (!now)
            return tl::unexpected(now.error());
        if (!now->pending.empty())
            return refuse(fmt::format("the commit of session {} is awaiting confirmation", now->pending));
        std::erase_if(left, [&](const std::string& name) { return !now->lists(name); });
    }
    for (const std::string& name : left) {
        if (auto gone = terminal_.run(fmt::format("{} {} abort", style_.session, name)); !gone)
            return tl::unexpected(gone.error());
    }
    return {};
}

Result<bool> SessionDevice::is_saved()
{
    auto unsaved = terminal_.run(style_.unsaved);
    if (!unsaved)
        return tl::unexpected(unsaved.error());
    return unsaved->find_first_not_of(" \r\n") == std::string::npos;
}

Result<void> SessionDevice::abort(const Transaction& transaction)
{
    auto aborted = terminal_.run(fmt::format("{} {} abort", style_.session, transaction.id));
    if (!aborted)
        return tl::unexpected(aborted.error());
    return {};
}

}
