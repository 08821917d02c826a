// SPDX-License-Identifier: Apache-2.0
// Applies a diff without context, as patch(1) does with -p0, to the only file there is.
#include "tests/replay/replay.h"

#include <cstdio>

namespace rocelint::replay {
namespace {

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

}

Replayed apply_opensm(std::string_view config, std::string_view patch)
{
    std::vector<std::string> lines = lines_of(config);
    std::size_t at = 0; // after the last line that was processed
    bool any = false;
    for (const std::string& line : lines_of(patch)) {
        std::size_t old = 0;
        std::size_t removed = 0;
        std::size_t fresh = 0;
        std::size_t added = 0;
        if (line.starts_with("--- ") || line.starts_with("+++ ") || line.starts_with('#')) {
            any = any || line.starts_with("---");
        } else if (std::sscanf(line.c_str(), "@@ -%zu,%zu +%zu,%zu @@", &old, &removed, &fresh, &added)
            == 4) {
            // The position once the previous hunks are applied.
            at = added > 0 ? fresh - 1 : fresh;
        } else if (line.starts_with('-')) {
            if (at >= lines.size() || lines[at] != line.substr(1))
                return {{}, "line " + std::to_string(at + 1) + " is not '" + line.substr(1) + "'"};
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        } else if (line.starts_with('+') && at <= lines.size()) {
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at++), line.substr(1));
        } else {
            return {{}, "no line of a diff: " + line};
        }
    }
    if (!any)
        return {{}, "no diff"};
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return {text, {}};
}

}
