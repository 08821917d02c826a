// SPDX-License-Identifier: Apache-2.0
// Compares the changes that a switch announced with those that it made: every line, including parts of the
// configuration that nothing else reads.
#include "drivers/line_cli/live/running_diff.h"

#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::line_cli {
namespace {

// How often a line was added minus how often it was removed, and the text to show to people.
struct Moved {
    int count = 0;
    std::string shown;
};
using MovedLines = std::map<std::string_view, Moved>;

std::string_view statement_in(std::string_view line)
{
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos || line[begin] == '!')
        return {};
    return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

template <class Take>
void each_line(std::string_view text, Take&& take)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void add_lines(MovedLines& lines, std::string_view text, int count)
{
    LineRedactor redactor; // recognizes blocks that are secret as a whole
    each_line(text, [&](std::string_view line) {
        std::string shown = redactor.line(line);
        const std::string_view key = statement_in(line);
        if (key.empty())
            return;
        Moved& moved = lines[key];
        moved.count += count;
        moved.shown = statement_in(shown);
    });
}

void add_diff(MovedLines& lines, std::string_view diff)
{
    bool in_hunk = false; // the names of what is compared come before the first hunk
    LineRedactor redactor;
    each_line(diff, [&](std::string_view line) {
        in_hunk = in_hunk || line.starts_with("@@");
        const std::string_view key = line.empty() ? line : statement_in(line.substr(1));
        if (!in_hunk || key.empty() || (line.front() != '+' && line.front() != '-'))
            return;
        Moved& moved = lines[key];
        moved.count -= line.front() == '+' ? 1 : -1;
        if (moved.shown.empty())
            moved.shown = redactor.line(key);
    });
}

}

std::optional<std::string> line_beside_diff(
    std::string_view before, std::string_view now, std::string_view diff)
{
    MovedLines lines;
    add_lines(lines, before, -1);
    add_lines(lines, now, 1);
    add_diff(lines, diff);
    for (const auto& [line, moved] : lines) {
        if (moved.count != 0)
            return fmt::format("`{}` {}", moved.shown, moved.count > 0 ? "is there" : "is not there");
    }
    return std::nullopt;
}

}
