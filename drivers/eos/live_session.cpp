// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/live_session.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

// The first line that is an error of the command line: "% Invalid input", "% Session x does not exist".
std::string_view complaint(std::string_view output)
{
    while (!output.empty()) {
        const std::string_view line = output.substr(0, output.find('\n'));
        if (line.starts_with("% "))
            return line;
        output.remove_prefix(std::min(output.size(), line.size() + 1));
    }
    return {};
}

}

Result<Terminal> Terminal::open(const SshSession& session)
{
    ShellStyle style;
    style.prompt_ends = {"#", ">"};
    auto shell = Shell::open(session, style);
    if (!shell)
        return tl::unexpected(shell.error());
    Terminal terminal(*std::move(shell), session.name());
    if (terminal.shell_.prompt().ends_with('>')) {
        // A switch that asks for a password here would leave us waiting: its question is no prompt.
        auto enabled = terminal.shell_.run("enable", std::chrono::seconds(5));
        if (!enabled || terminal.shell_.prompt().ends_with('>'))
            return fail(ErrorKind::refused,
                fmt::format(
                    "{}: privileged mode was not granted (`enable`); give the login privilege level 15",
                    session.name()));
    }
    if (auto length = terminal.run("terminal length 0"); !length)
        return tl::unexpected(length.error());
    if (auto width = terminal.run("terminal width 32767"); !width && width.error().kind != ErrorKind::refused)
        return tl::unexpected(width.error());
    return terminal;
}

Result<std::string> Terminal::run(std::string_view line, std::chrono::milliseconds timeout)
{
    auto output = shell_.run(line, timeout);
    if (!output)
        return output;
    if (const std::string_view problem = complaint(*output); !problem.empty())
        return fail(ErrorKind::refused, fmt::format("{}: `{}`: {}", name_, line, problem.substr(2)));
    return output;
}

Result<DeviceJson> Terminal::run_json(std::string_view command)
{
    auto output = run(fmt::format("{} | json", command));
    if (!output)
        return tl::unexpected(output.error());
    DeviceJson json;
    json.source = std::make_unique<Source>(0, std::string(command), *output);
    json.tree = parse_json(*json.source);
    if (json.tree.root == nullptr || !json.tree.complete())
        return fail(ErrorKind::refused, fmt::format("{}: `{} | json` printed no JSON", name_, command));
    return json;
}

bool Sessions::lists(std::string_view name) const { return std::ranges::find(open, name) != open.end(); }

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

}
