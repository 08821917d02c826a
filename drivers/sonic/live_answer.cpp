// SPDX-License-Identifier: Apache-2.0
// Scripts answer in marked lines, so that a banner or a warning on the way cannot be taken for an answer.
#include "drivers/sonic/live_answer.h"

#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

template <class Take>
void each_line(std::string_view text, Take take)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!take(line, text))
            return;
    }
}

std::string last_line(std::string_view text)
{
    std::string last;
    each_line(text, [&](std::string_view line, std::string_view) {
        if (line.find_first_not_of(" \t\r") != std::string_view::npos)
            last = line;
        return true;
    });
    return redact(last);
}

}

std::optional<std::string> Answer::find(std::string_view word) const
{
    const auto found = std::ranges::find(words, word, &std::pair<std::string, std::string>::first);
    return found == words.end() ? std::nullopt : std::optional(found->second);
}

Answer read_answer(std::string_view output, std::string_view errors, int status)
{
    Answer answer;
    answer.status = status;
    answer.error = last_line(errors);
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

Result<Answer> run_as_root(
    SshSession& session, bool is_root, std::string_view script, std::chrono::milliseconds timeout)
{
    // sudo keeps neither variable by itself: one tells by which way we came in.
    const std::string_view command = is_root
        ? "sh"
        : "sudo -n env SSH_CONNECTION=\"$SSH_CONNECTION\" ROCELINT_DEVICE_ROOT=\"$ROCELINT_DEVICE_ROOT\" sh";
    auto run = session.exec(command, script, timeout);
    if (!run)
        return tl::unexpected(run.error());
    if (!run->signal.empty())
        return fail(ErrorKind::unreachable,
            fmt::format("{}: our script was ended by signal {} on the device", session.name(), run->signal));
    Answer answer = read_answer(run->out, run->err, run->status);
    if (!is_root && answer.words.empty() && answer.status == 1 && answer.error.starts_with("sudo:"))
        return fail(ErrorKind::refused,
            fmt::format("{}: sudo asks for a password or refuses ({}). Let this login run commands without "
                        "one, as SONiC's admin may",
                session.name(),
                answer.error));
    return answer;
}

std::string complaint_of(std::string_view output)
{
    std::string complaint;
    each_line(output, [&](std::string_view line, std::string_view) {
        if (line.starts_with("Error: "))
            complaint = line.substr(7);
        return complaint.empty();
    });
    return complaint.empty() ? last_line(output) : redact(complaint);
}

}
