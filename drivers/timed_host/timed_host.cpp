// SPDX-License-Identifier: Apache-2.0
// A host has no transactions, so scripts emulate them.
#include "drivers/timed_host/timed_host.h"

#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::timed_host {
namespace {

using std::chrono::seconds;

constexpr std::string_view as_is = "exec sh -s \"$SSH_CONNECTION\"";
constexpr std::string_view as_root = "exec sudo -n sh -s \"$SSH_CONNECTION\"";

bool is_id(std::string_view id)
{
    return !id.empty() && id.size() <= Transaction::longest_id
        && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

// The reason that a script gives last: it may have several lines.
std::string reason_of(std::string_view printed, std::string_view word)
{
    const std::size_t at = printed.rfind(word);
    return one_line(at == std::string_view::npos ? printed : printed.substr(at + word.size()));
}

}

std::string one_line(std::string_view text)
{
    const std::size_t end = text.find_last_not_of(" \r\n");
    if (end == std::string_view::npos)
        return "it gave no reason";
    std::string line(text.substr(0, std::min<std::size_t>(end + 1, 400)));
    std::ranges::replace(line, '\n', ' ');
    return redact(line);
}

tl::unexpected<Error> TimedHost::refused(std::string_view reason) const
{
    return fail(ErrorKind::refused, fmt::format("{}: {}", target_.endpoint.name, reason));
}

Result<void> TimedHost::check(const Transaction& transaction) const
{
    if (!is_id(transaction.id))
        return refused("the transaction has no usable name");
    for (const std::string* text : {&transaction.commands, &transaction.undo}) {
        if (text->find("ROCELINT_END") != std::string::npos)
            return refused("the commands contain our own end marker");
    }
    return {};
}

Result<Execution> TimedHost::run_as_anyone(const std::string& script)
{
    const std::string command = target_.endpoint.user == "root"
        ? std::string(as_is)
        : fmt::format("if sudo -n true 2> /dev/null; then {}; fi; {}", as_root, as_is);
    return session_.exec(command, script, seconds(0));
}

Result<ScriptAnswer> TimedHost::run(const std::string& script, seconds more)
{
    const auto timeout = std::chrono::duration_cast<seconds>(target_.endpoint.command_timeout) + more;
    auto run = session_.exec(target_.endpoint.user == "root" ? as_is : as_root, script, timeout);
    if (!run)
        return tl::unexpected(run.error());
    ScriptAnswer answer = read_script_answer(run->out, run->err, run->status);
    if (run->status == 0)
        return answer;
    if (run->status == script_refused)
        return refused(reason_of(run->out, "@refused "));
    if (run->status == 1 && run->out.empty()) {
        if (auto allowed
            = check_sudo(answer, target_.endpoint.name, "Let this login run commands without one");
            !allowed)
            return tl::unexpected(allowed.error());
    }
    return fail(ErrorKind::unreachable,
        fmt::format("{}: {}",
            target_.endpoint.name,
            run->out.empty() ? one_line(run->err) : reason_of(run->out, "@stuck ")));
}

Result<void> TimedHost::commit(const Transaction& transaction, seconds window)
{
    if (auto usable = check(transaction); !usable)
        return usable;
    auto answer = run(commit_script(transaction.id, steps(), window), window);
    if (!answer)
        return tl::unexpected(answer.error());
    return answer->has("applied")
        ? Result<void>{}
        : fail(ErrorKind::unreachable,
            fmt::format("{}: whether the change was made is not known", target_.endpoint.name));
}

Result<Pending> TimedHost::pending(const Transaction& transaction)
{
    if (auto usable = check(transaction); !usable)
        return tl::unexpected(usable.error());
    auto answer = run(pending_script(transaction.id, steps()));
    if (!answer)
        return tl::unexpected(answer.error());
    if (!answer->has("asked"))
        return refused("it does not say what it is waiting for: " + answer->error);
    const auto current = answer->find("current");
    return !current ? Pending::none : *current == transaction.id ? Pending::ours : Pending::foreign;
}

Result<void> TimedHost::confirm(const Transaction& transaction)
{
    if (auto usable = check(transaction); !usable)
        return usable;
    auto answer = run(confirm_script(transaction.id, steps()));
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->has("confirmed"))
        return {};
    if (answer->has("gone"))
        return refused("it has already been rolled back");
    return fail(ErrorKind::unreachable,
        fmt::format("{}: {}",
            target_.endpoint.name,
            answer->has("still")      ? "the timer that rolls the change back cannot be stopped"
                : answer->has("busy") ? "the change is still being applied"
                                      : "whether the change was confirmed is not known"));
}

Result<seconds> TimedHost::abandon(const Transaction& transaction)
{
    if (auto usable = check(transaction); !usable)
        return tl::unexpected(usable.error());
    auto answer = run(abandon_script(transaction.id, steps()), seconds(60));
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->has("restored") || answer->has("confirmed"))
        return seconds(0);
    if (answer->has("busy"))
        return dead_man::time_of_other_script;
    const auto why = answer->find("failed");
    return fail(ErrorKind::unreachable,
        fmt::format("{}: {}",
            target_.endpoint.name,
            why ? "it cannot be rolled back: " + one_line(*why)
                : std::string("whether the change was rolled back is not known")));
}

}
