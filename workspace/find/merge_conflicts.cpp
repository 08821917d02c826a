// SPDX-License-Identifier: Apache-2.0
#include "workspace/find/merge_conflicts.h"

#include <algorithm>

namespace rocelint::workspace {
namespace {

constexpr std::string_view begin_mark = "<<<<<<< ";
constexpr std::string_view ancestor_mark = "|||||||";
constexpr std::string_view middle_mark = "=======";
constexpr std::string_view end_mark = ">>>>>>> ";

bool is_middle(std::string_view line) { return line == middle_mark || line == "=======\r"; }

void blank(std::string& text, std::size_t begin, std::size_t end)
{
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(begin),
        text.begin() + static_cast<std::ptrdiff_t>(end),
        [](char c) { return c != '\n' && c != '\r'; },
        ' ');
}

}

std::optional<ResolvedMerge> resolve_merge(std::string_view text)
{
    constexpr std::size_t nowhere = std::string_view::npos;
    std::optional<ResolvedMerge> resolved;
    std::size_t begin = nowhere; // start of the current conflict
    std::size_t begin_end = 0;
    std::size_t other = nowhere; // end of its own side
    bool behind_middle = false;
    std::size_t at = text.find(begin_mark);
    if (at == nowhere || text.find(end_mark, at) == nowhere)
        return resolved;
    at = at == 0 ? 0 : text.rfind('\n', at) + 1; // 0 if no line feed precedes it
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (line.starts_with(begin_mark)) {
            begin = at;
            begin_end = end;
            other = nowhere;
            behind_middle = false;
        } else if (begin != nowhere && other == nowhere && line.starts_with(ancestor_mark)) {
            other = at;
        } else if (begin != nowhere && !behind_middle && is_middle(line)) {
            other = std::min(other, at);
            behind_middle = true;
        } else if (behind_middle && line.starts_with(end_mark)) {
            if (!resolved)
                resolved = ResolvedMerge{std::string(text),
                    {0, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin_end - begin)},
                    0};
            ++resolved->count;
            blank(resolved->text, begin, begin_end);
            blank(resolved->text, other, end);
            begin = nowhere;
            behind_middle = false;
        }
        at = end + 1;
    }
    return resolved;
}

}
