// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/eos.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

using line_cli::Terminal;
using line_cli::TerminalStyle;

constexpr std::string_view no_pager[]{"terminal length 0"};
constexpr std::string_view wide[]{"terminal width 32767"};
constexpr TerminalStyle style{
    .privilege_hint = "give the login privilege level 15", .no_pager = no_pager, .optional = wide};
// The last two are written by EOS into the head of running-config and startup-config.
constexpr std::string_view volatile_beginnings[]{"! Command:",
    "! Last configuration change",
    "! Time:",
    "! Startup-config last modified",
    "! Running-config"};

// What `show configuration sessions detail` tells.
struct Sessions {
    std::string pending; ///< the session whose commit timer runs, or empty
    bool saves_on_commit = false;
    std::vector<std::string> open; ///< sessions that hold changes which are not committed

    [[nodiscard]] bool lists(std::string_view name) const
    {
        return std::ranges::find(open, name) != open.end();
    }
};

// The pending commit is told in two forms: `"state": "pendingCommitTimer"` of the session before EOS 4.32, and a member
// `commitTimerSessionName` of the whole from 4.32 on (napalm, driver eos, `_get_pending_commits`).
Result<Sessions> read_sessions(Terminal& terminal, const std::string& name)
{
    auto json = terminal.run_json("show configuration sessions detail");
    if (!json)
        return tl::unexpected(json.error());
    const Node& root = *json->tree.root;
    Sessions result;
    const Node* sessions = root.child("sessions");
    if (sessions == nullptr)
        return fail(ErrorKind::refused,
            fmt::format(
                "{}: `show configuration sessions detail` has no member `sessions`: this EOS is not known",
                name));
    for (const Node& session : *sessions) {
        const Node* state = session.child("state");
        if (state != nullptr && state->value.find("pendingCommitTimer") != std::string_view::npos)
            result.pending = session.key;
        else if (state != nullptr && state->value == "pending")
            result.open.emplace_back(session.key);
    }
    if (const Node* timer = root.child("commitTimerSessionName"); timer != nullptr && !timer->value.empty())
        result.pending = timer->value;
    const Node* saves = root.child("saveToStartupConfigOnCommit");
    result.saves_on_commit = saves != nullptr && saves->value == "true";
    return result;
}

// What EOS calls a commit: the running-config is replaced by the session's copy of it as a whole.
class EosDevice final : public LiveDevice {
public:
    EosDevice(LiveTarget target, Terminal terminal)
        : target_(std::move(target)), name_(target_.endpoint.name), terminal_(std::move(terminal))
    {
    }

    Result<Snapshot> read() override
    {
        auto text = terminal_.run("show running-config");
        if (!text)
            return tl::unexpected(text.error());
        const std::string stable = line_cli::stable_lines(*text, volatile_beginnings);
        Snapshot snapshot;
        snapshot.hash = sha256(stable);
        snapshot.files.push_back({target_.device + ".cfg", redact_lines(stable)});
        return snapshot;
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        return read_health(terminal_, ports);
    }

    Result<void> check_ready(const Transaction& transaction) override
    {
        auto sessions = read_sessions(terminal_, name_);
        if (!sessions)
            return tl::unexpected(sessions.error());
        if (!sessions->pending.empty() && sessions->pending != transaction.id)
            return refuse(fmt::format(
                "the commit of session {} is awaiting confirmation; a second timer would not be accepted. "
                "Confirm or abort it first",
                sessions->pending));
        if (sessions->saves_on_commit)
            return refuse("`service configuration session commit save startup-config` is on: a commit would "
                          "survive a reboot before it is confirmed. Switch it off for the push");
        auto unsaved = terminal_.run("show running-config diffs");
        if (!unsaved)
            return tl::unexpected(unsaved.error());
        if (unsaved->find_first_not_of(" \r\n") != std::string::npos)
            return refuse("running-config and startup-config differ: saving our change would save that too. "
                          "`write memory`, or undo it, first");
        return {};
    }

    Result<std::string> stage(const Transaction& transaction) override
    {
        auto sessions = read_sessions(terminal_, name_);
        if (!sessions)
            return tl::unexpected(sessions.error());
        if (sessions->lists(transaction.id)) {
            // Left by a run of ours that ended: it may hold half of our commands.
            if (auto gone = terminal_.run(fmt::format("configure session {} abort", transaction.id)); !gone)
                return tl::unexpected(gone.error());
        }
        if (auto opened = terminal_.run(fmt::format("configure session {}", transaction.id)); !opened)
            return tl::unexpected(opened.error());
        auto diff = type_commands(transaction.commands);
        if (!diff && diff.error().kind == ErrorKind::refused) {
            auto aborted = terminal_.run("abort");
            if (!aborted && aborted.error().kind != ErrorKind::refused)
                return tl::unexpected(aborted.error());
        }
        return diff;
    }

    // A commit takes seconds on a switch of 64 ports; half a minute leaves time to notice and confirm.
    std::chrono::seconds least_window(const Transaction&) override { return std::chrono::seconds(30); }

    Result<void> commit(const Transaction& transaction, std::chrono::seconds window) override
    {
        const auto all = window.count();
        auto committed = terminal_.run(fmt::format("configure session {} commit timer {:02}:{:02}:{:02}",
            transaction.id,
            all / 3600,
            all / 60 % 60,
            all % 60));
        if (!committed)
            return tl::unexpected(committed.error());
        // The word of the switch that the timer runs, in whatever form its version tells it.
        auto waiting = pending(transaction);
        if (!waiting)
            return tl::unexpected(waiting.error());
        if (*waiting != Pending::ours)
            return refuse("the commit was accepted, but no commit timer is shown for it");
        return {};
    }

    Result<Pending> pending(const Transaction& transaction) override
    {
        auto sessions = read_sessions(terminal_, name_);
        if (!sessions)
            return tl::unexpected(sessions.error());
        return sessions->pending.empty()          ? Pending::none
            : sessions->pending == transaction.id ? Pending::ours
                                                  : Pending::foreign;
    }

    Result<void> confirm(const Transaction& transaction) override
    {
        auto before = pending(transaction);
        if (!before)
            return tl::unexpected(before.error());
        if (*before != Pending::ours)
            return refuse("our commit is no longer pending: the switch has rolled it back");
        if (auto kept = terminal_.run(fmt::format("configure session {} commit", transaction.id)); !kept)
            return tl::unexpected(kept.error());
        auto after = pending(transaction);
        if (!after)
            return tl::unexpected(after.error());
        if (*after == Pending::ours)
            return refuse("the confirmation was accepted, but the commit timer still runs");
        return {};
    }

    Result<void> persist(const Transaction&) override
    {
        if (auto written = terminal_.run("write memory"); !written)
            return tl::unexpected(written.error());
        auto unsaved = terminal_.run("show running-config diffs");
        if (!unsaved)
            return tl::unexpected(unsaved.error());
        if (unsaved->find_first_not_of(" \r\n") != std::string::npos)
            return refuse("`write memory` was accepted, but startup-config still differs");
        return {};
    }

    Result<std::chrono::seconds> abandon(const Transaction& transaction) override
    {
        auto sessions = read_sessions(terminal_, name_);
        if (!sessions)
            return tl::unexpected(sessions.error());
        if (sessions->pending == transaction.id || sessions->lists(transaction.id)) {
            auto aborted = terminal_.run(fmt::format("configure session {} abort", transaction.id));
            if (!aborted)
                return tl::unexpected(aborted.error());
        }
        auto after = pending(transaction);
        if (!after)
            return tl::unexpected(after.error());
        if (*after == Pending::ours)
            return refuse("the commit could not be aborted; its timer still runs");
        return std::chrono::seconds(0);
    }

private:
    [[nodiscard]] tl::unexpected<Error> refuse(std::string_view reason) const
    {
        return fail(ErrorKind::refused, fmt::format("{}: {}", name_, reason));
    }

    Result<std::string> type_commands(std::string_view commands)
    {
        if (auto typed = terminal_.type(commands); !typed)
            return tl::unexpected(typed.error());
        auto diff = terminal_.run("show session-config diffs");
        if (!diff)
            return diff;
        // Leaves the session as it is: what commits and aborts it names it.
        if (auto left = terminal_.run("end"); !left)
            return left;
        return diff;
    }

    LiveTarget target_;
    std::string name_;
    Terminal terminal_;
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    auto terminal = Terminal::open(*session, style);
    if (!terminal)
        return tl::unexpected(terminal.error());
    return std::unique_ptr<LiveDevice>(std::make_unique<EosDevice>(target, *std::move(terminal)));
}

}
