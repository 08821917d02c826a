// SPDX-License-Identifier: Apache-2.0
#include "tests/mutation/line_parts.h"

#include <algorithm>
#include <vector>

namespace rocelint::testing {

std::string without_numbers(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (!is_digit(c))
            out += c;
        else if (out.empty() || out.back() != '#')
            out += '#';
    }
    return out;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

std::string first_words(std::string_view line)
{
    std::vector<std::size_t> ends;
    for (std::size_t at = line.find(' '); at != std::string_view::npos; at = line.find(' ', at + 1))
        ends.push_back(at);
    constexpr std::size_t words_of_subject = 3;
    if (line.starts_with("interface ") || line.starts_with("set "))
        return ends.size() < words_of_subject ? std::string()
                                              : std::string(line.substr(0, ends[words_of_subject - 1] + 1));
    return ends.size() < 2 ? std::string() : std::string(line.substr(0, ends[1] + 1));
}

std::size_t comma_before(std::string_view line, std::size_t at)
{
    const std::size_t before = line.find_last_not_of(' ', at - 1);
    return before != std::string_view::npos && line[before] == ',' ? before : at;
}

std::size_t end_of_value(std::string_view line, std::size_t at)
{
    std::size_t depth = 0;
    bool quoted = false;
    for (; at < line.size(); ++at) {
        const char c = line[at];
        quoted = c == '"' ? !quoted : quoted;
        if (quoted)
            continue;
        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            return at;
        depth += c == '{' || c == '[' ? 1 : 0;
        depth -= c == '}' || c == ']' ? 1 : 0;
    }
    return std::string_view::npos;
}

}
