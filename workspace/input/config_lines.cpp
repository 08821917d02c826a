// SPDX-License-Identifier: Apache-2.0
#include "workspace/input/config_lines.h"

#include "models/text/ascii.h"
#include "models/text/open_table.h"

#include <algorithm>
#include <unordered_map>

namespace rocelint::workspace {
namespace {

// Returns the significant part of a line. "mtu 9214;" and "mtu 9214 {" stay different, but the last row of a
// JSON object equals the same row before another.
std::string_view meaning(std::string_view line)
{
    line = ascii::trimmed(line, ascii::is_blank_or_cr);
    if (line.starts_with('!') || line.starts_with('#') || line.starts_with("//") || line.starts_with("/*")
        || line.starts_with('*'))
        return {};
    if (line.ends_with(','))
        line.remove_suffix(1);
    return line.find_first_not_of("{}[]();") == std::string_view::npos ? std::string_view{} : line;
}

struct Open {
    std::size_t indent;
    std::uint64_t what;
};

}

std::vector<ConfigLine> config_lines(std::string_view text)
{
    std::vector<ConfigLine> lines;
    std::vector<Open> above;
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view whole = text.substr(at, end - at);
        at = end + 1;
        ++number;
        const std::string_view line = meaning(whole);
        if (line.empty())
            continue;
        const auto indent = static_cast<std::size_t>(line.data() - whole.data());
        while (!above.empty() && above.back().indent >= indent)
            above.pop_back();
        const std::uint64_t what = hash_name(line, above.empty() ? 0 : above.back().what);
        above.push_back({indent, what});
        lines.push_back({what, number});
    }
    return lines;
}

std::vector<ConfigLine> lines_beyond(const std::vector<ConfigLine>& of, const std::vector<ConfigLine>& other)
{
    std::unordered_map<std::uint64_t, std::size_t> left;
    left.reserve(other.size());
    for (const ConfigLine& line : other)
        ++left[line.what];
    std::vector<ConfigLine> beyond;
    for (const ConfigLine& line : of) {
        const auto known = left.find(line.what);
        if (known == left.end() || known->second == 0)
            beyond.push_back(line);
        else
            --known->second;
    }
    return beyond;
}

bool are_versions(std::string_view one, std::string_view other)
{
    const std::vector<ConfigLine> a = config_lines(one);
    const std::vector<ConfigLine> b = config_lines(other);
    const std::size_t only_a = lines_beyond(a, b).size();
    const std::size_t common = a.size() - only_a;
    if (only_a == 0 && common == b.size())
        return false;
    // Parts of one configuration share hardly more than a hostname, and an excerpt is less than half of the
    // whole.
    return common * 2 > std::max(a.size(), b.size());
}

}
