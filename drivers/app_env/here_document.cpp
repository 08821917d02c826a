// SPDX-License-Identifier: Apache-2.0
// POSIX.1-2017, Shell Command Language, 2.7.4 Here-Document.
#include "drivers/app_env/here_document.h"

#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::app_env {
namespace {

// Returns the offset after the first unquoted "<<" or "<<-", or npos. "<<<" does not count: it begins a here-string.
std::size_t behind_sign(std::string_view text)
{
    char quote = '\0';
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '\\') {
            ++at;
        } else if (text.substr(at).starts_with("<<<")) {
            at += 2;
        } else if (text.substr(at).starts_with("<<")) {
            return at + (text.substr(at).starts_with("<<-") ? 3 : 2);
        }
    }
    return std::string_view::npos;
}

}

std::optional<HereDocument> here_document(std::string_view file, const ShellCommand& command)
{
    const std::string_view written = file.substr(command.begin, command.end - command.begin);
    const std::size_t behind = behind_sign(written);
    if (behind == std::string_view::npos)
        return std::nullopt;
    const bool strips = written[behind - 1] == '-';
    std::string_view word = ascii::trimmed(written.substr(behind), ascii::is_blank);
    word = word.substr(0, word.find_first_of(" \t\r\n;&|<>()"));
    HereDocument found{.expands = word.find_first_of("\"'\\") == std::string_view::npos};
    if (word.starts_with('\\'))
        word.remove_prefix(1);
    else if (word.size() >= 2 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front())
        word = word.substr(1, word.size() - 2);
    const std::size_t feed = file.find('\n', command.end);
    if (word.empty() || feed == std::string_view::npos)
        return std::nullopt;
    const std::size_t begin = feed + 1;
    std::size_t end = begin;
    while (end < file.size()) {
        const std::size_t next = std::min(file.find('\n', end), file.size());
        std::string_view line = file.substr(end, next - end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (strips)
            line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
        if (line == word)
            break;
        end = std::min(next + 1, file.size());
    }
    found.text = file.substr(begin, end - begin);
    return found;
}

}
