// SPDX-License-Identifier: Apache-2.0
// Patterns of groups and ranges (`<et-*>`, `[0-9]`), matched without backtracking that input could exploit.
#include "drivers/junos/grammar/build.h"

namespace rocelint::junos {
namespace {

// Returns the length of the pattern's first element if it matches the character, else 0.
std::size_t take_one(std::string_view pattern, char c)
{
    if (pattern.front() == '?')
        return 1;
    const std::size_t close = pattern.front() == '['
        ? pattern.find(']', pattern.size() > 2 && pattern[1] == '!' ? 3 : 2)
        : std::string_view::npos;
    if (close == std::string_view::npos)
        return pattern.front() == c ? 1 : 0;
    std::string_view members = pattern.substr(1, close - 1);
    const bool complement = members.starts_with('!');
    if (complement)
        members.remove_prefix(1);
    bool found = false;
    for (std::size_t at = 0; at < members.size(); ++at) {
        const bool range = at + 2 < members.size() && members[at + 1] == '-';
        found = found || (range ? members[at] <= c && c <= members[at + 2] : members[at] == c);
        at += range ? 2 : 0;
    }
    return found != complement ? close + 1 : 0;
}

}

bool is_group_wildcard(std::string_view key)
{
    return key.size() >= 2 && key.front() == '<' && key.back() == '>';
}

bool matches_wildcard(std::string_view pattern, std::string_view name)
{
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = n;
            continue;
        }
        const std::size_t used = p < pattern.size() ? take_one(pattern.substr(p), name[n]) : 0;
        if (used != 0) {
            p += used;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

}
