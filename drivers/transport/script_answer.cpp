// SPDX-License-Identifier: Apache-2.0
// How scripts for a device's shell are run, and how their output is parsed.
#include "drivers/transport/script_answer.h"

#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

template <class Take>
void each_line(std::string_view text, Take take)
{
    while (!text.empty()) {
        std::string_view line = ascii::take_until(text, '\n');
        if (!take(line, text))
            return;
    }
}

}

std::string last_line_of(std::string_view text)
{
    std::string last;
    each_line(text, [&](std::string_view line, std::string_view) {
        if (line.find_first_not_of(" \t\r") != std::string_view::npos)
            last = line;
        return true;
    });
    return redact(last);
}

std::optional<std::string> ScriptAnswer::find(std::string_view word) const
{
    const auto found = std::ranges::find(words, word, &std::pair<std::string, std::string>::first);
    return found == words.end() ? std::nullopt : std::optional(found->second);
}

ScriptAnswer read_script_answer(std::string_view output, std::string_view errors, int status)
{
    ScriptAnswer answer;
    answer.status = status;
    answer.error = last_line_of(errors);
    each_line(output, [&](std::string_view line, std::string_view rest) {
        if (line == "@data") {
            answer.data = rest;
            return false;
        }
        if (!line.starts_with('@')) {
            answer.lines.emplace_back(line);
            return true;
        }
        const std::size_t space = std::min(line.find(' '), line.size());
        answer.words.emplace_back(line.substr(1, space - 1), line.substr(std::min(space + 1, line.size())));
        return true;
    });
    return answer;
}

Result<void> check_sudo(const ScriptAnswer& answer, std::string_view name, std::string_view hint)
{
    if (!answer.words.empty() || !answer.error.starts_with("sudo:"))
        return {};
    return fail(ErrorKind::refused,
        fmt::format("{}: sudo asks for a password or refuses ({}). {}", name, answer.error, hint));
}

Result<ScriptAnswer> run_script_as_root(SshSession& session,
    bool is_root,
    std::string_view script,
    std::chrono::milliseconds timeout,
    std::string_view hint)
{
    // sudo drops both variables; SSH_CONNECTION shows which interface our connection uses.
    const std::string_view command = is_root
        ? "sh"
        : "sudo -n env SSH_CONNECTION=\"$SSH_CONNECTION\" ROCELINT_DEVICE_ROOT=\"$ROCELINT_DEVICE_ROOT\" sh";
    auto run = session.exec(command, script, timeout);
    if (!run)
        return tl::unexpected(run.error());
    if (!run->signal.empty())
        return fail(ErrorKind::unreachable,
            fmt::format("{}: our script was ended by signal {} on the device", session.name(), run->signal));
    ScriptAnswer answer = read_script_answer(run->out, run->err, run->status);
    if (!is_root && answer.status == 1) {
        if (auto allowed = check_sudo(answer, session.name(), hint); !allowed)
            return tl::unexpected(allowed.error());
    }
    return answer;
}

std::string whole_script(std::string_view body) { return fmt::format("{{\n{}\nexit\n}} </dev/null\n", body); }

std::string here_document(std::string_view text, std::string_view otherwise)
{
    return fmt::format("<<'ROCELINT_END' {}\n{}{}ROCELINT_END\n",
        otherwise,
        text,
        text.empty() || text.ends_with('\n') ? "" : "\n");
}

}
