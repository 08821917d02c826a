// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/live.h"

#include "drivers/eos/live_health.h"
#include "drivers/eos/live_session.h"
#include "models/text/digest.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::eos {
namespace {

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
        const std::string stable = without_volatile_lines(*text);
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
        while (!commands.empty()) {
            std::string_view line = commands.substr(0, commands.find('\n'));
            commands.remove_prefix(std::min(commands.size(), line.size() + 1));
            line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
            if (line.empty() || line == "!")
                continue;
            if (auto typed = terminal_.run(line); !typed)
                return typed;
        }
        auto diff = terminal_.run("show session-config diffs");
        if (!diff)
            return diff;
        // Leaves the session as it is: what commits and aborts it names it.
        if (auto left = terminal_.run("end"); !left)
            return left;
        return diff;
    }

    static std::string redact_lines(std::string_view text)
    {
        LineRedactor redactor;
        std::string out;
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            out += redactor.line(line);
            out += '\n';
        }
        return out;
    }

    LiveTarget target_;
    std::string name_;
    Terminal terminal_;
};

}

std::string without_volatile_lines(std::string_view running_config)
{
    std::string_view text = running_config;
    // The last two are written by EOS into the head of running-config and startup-config.
    constexpr std::array<std::string_view, 5> heads{"! Command:",
        "! Last configuration change",
        "! Time:",
        "! Startup-config last modified",
        "! Running-config"};
    std::string out;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.remove_suffix(1);
        if (std::ranges::any_of(heads, [&](std::string_view head) { return line.starts_with(head); }))
            continue;
        out += line;
        out += '\n';
    }
    return out;
}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    auto session = SshSession::connect(target.endpoint, target.cancel);
    if (!session)
        return tl::unexpected(session.error());
    auto terminal = Terminal::open(*session);
    if (!terminal)
        return tl::unexpected(terminal.error());
    return std::unique_ptr<LiveDevice>(std::make_unique<EosDevice>(target, *std::move(terminal)));
}

}
