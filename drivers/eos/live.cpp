// SPDX-License-Identifier: Apache-2.0
// Pushes to a switch by configuration session with a commit timer. If the switch's answer about its sessions
// is not understood, the push is refused.
#include "drivers/eos/eos.h"
#include "drivers/eos/grammar.h"
#include "drivers/line_cli/live/health_reader.h"
#include "drivers/line_cli/live/session_device.h"

namespace rocelint::eos {
namespace {

using line_cli::Sessions;
using line_cli::Terminal;
using line_cli::TerminalStyle;

constexpr std::string_view no_pager[]{"terminal length 0"};
constexpr std::string_view wide[]{"terminal width 32767"};
constexpr TerminalStyle style{
    .privilege_hint = "give the login privilege level 15", .first = no_pager, .optional = wide};
// EOS writes the last two at the top of running-config and startup-config.
constexpr std::string_view volatile_beginnings[]{"! Command:",
    "! Last configuration change",
    "! Time:",
    "! Startup-config last modified",
    "! Running-config"};
constexpr line_cli::SessionStyle session_style{.running = "show running-config",
    .changes_by_itself = volatile_beginnings,
    .session = "configure session",
    .diff = "show session-config diffs",
    .whole = "show session-config",
    .unsaved = "show running-config diffs",
    .save = "write memory",
    .saves_on_commit = "service configuration session commit save startup-config"};

class EosDevice final : public line_cli::SessionDevice {
public:
    EosDevice(const LiveTarget& target, Terminal terminal)
        : SessionDevice(target,
            std::move(terminal),
            session_style,
            line_cli::stored_form_of<driver>(grammar(), scope::top))
    {
    }

    Result<Hardware> hardware() override
    {
        auto json = terminal().run_json("show version");
        if (!json)
            return tl::unexpected(json.error());
        const auto told = [&](std::string_view key) {
            const Node* node = json->tree.root->child(key);
            return node == nullptr ? std::string() : std::string(node->value);
        };
        return Hardware{told("serialNumber"), told("systemMacAddress")};
    }

    Result<Health> health(const std::vector<std::string>& ports) override
    {
        return read_health(terminal(), ports);
    }

    Result<std::string> show(const std::string& command) override { return terminal().run(command); }

private:
    // The pending commit is reported in two forms: before EOS 4.32 as `"state": "pendingCommitTimer"` of the
    // session, and from 4.32 on as a top-level member `commitTimerSessionName` (napalm, driver eos,
    // `_get_pending_commits`).
    Result<Sessions> read_sessions() override
    {
        auto json = terminal().run_json("show configuration sessions detail");
        if (!json)
            return tl::unexpected(json.error());
        const Node& root = *json->tree.root;
        Sessions result;
        const Node* sessions = root.child("sessions");
        if (sessions == nullptr)
            return refuse(
                "`show configuration sessions detail` has no member `sessions`: this EOS is not known");
        for (const Node& session : *sessions) {
            const Node* state = session.child("state");
            if (state != nullptr && state->value.find("pendingCommitTimer") != std::string_view::npos)
                result.pending = session.key;
            else if (state != nullptr && state->value == "pending")
                result.open.emplace_back(session.key);
        }
        if (const Node* timer = root.child("commitTimerSessionName");
            timer != nullptr && !timer->value.empty())
            result.pending = timer->value;
        const Node* saves = root.child("saveToStartupConfigOnCommit");
        result.saves_on_commit = saves != nullptr && saves->value == "true";
        return result;
    }
};

}

Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target)
{
    return line_cli::open_device<EosDevice>(target, style);
}

}
