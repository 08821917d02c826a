// SPDX-License-Identifier: Apache-2.0
// JSON has no comments, so references from outside the file name a line by its keys. At that time the trees
// are gone, but the text still exists.
#include "models/syntax/json/json_path.h"

#include "models/text/sentence.h"

#include <algorithm>
#include <vector>

namespace rocelint {
namespace {

// Returns the string that begins at `at`, and moves `at` past it.
std::string_view take_string(std::string_view text, std::size_t& at)
{
    const std::size_t from = ++at;
    while (at < text.size() && text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
    const std::size_t end = std::min(at, text.size());
    at = std::min(end + 1, text.size());
    return text.substr(from, end - from);
}

struct Level {
    bool is_object = false;
    std::string_view key; ///< of the current member
};

}

std::string json_path_at(std::string_view text, std::uint32_t offset)
{
    std::vector<Level> levels;
    std::size_t at = 0;
    while (at < text.size() && at <= offset) {
        const char c = text[at];
        if (c == '{' || c == '[') {
            levels.push_back({c == '{', {}});
        } else if (c == '}' || c == ']') {
            if (!levels.empty())
                levels.pop_back();
        } else if (c == ',') {
            if (!levels.empty())
                levels.back().key = {};
        } else if (c == '"') {
            const std::string_view found = take_string(text, at);
            if (!levels.empty() && levels.back().is_object && levels.back().key.empty())
                levels.back().key = found;
            continue;
        }
        ++at;
    }
    std::string path;
    for (const Level& level : levels) {
        if (level.key.empty())
            continue;
        add_item(path, level.key, ".");
    }
    return path;
}

}
