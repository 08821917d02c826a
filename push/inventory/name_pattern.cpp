// SPDX-License-Identifier: Apache-2.0
// Ansible's host ranges, with limits: a typo in an inventory must not produce a million devices.
#include "push/inventory/name_pattern.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fnmatch.h>

namespace rocelint::push {
namespace {

struct Range {
    unsigned first = 0;
    unsigned last = 0;
    unsigned step = 1;
    std::size_t width = 0; ///< for numbers with leading zeros
    bool letters = false;
};

std::optional<unsigned> number(std::string_view text)
{
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

std::optional<Range> parse_range(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const std::size_t second = text.find(':', colon + 1);
    const std::string_view from = text.substr(0, colon);
    const std::string_view to
        = text.substr(colon + 1, second == std::string_view::npos ? second : second - colon - 1);
    Range range;
    if (second != std::string_view::npos) {
        const auto step = number(text.substr(second + 1));
        if (!step || *step == 0)
            return std::nullopt;
        range.step = *step;
    }
    const auto is_letter
        = [](std::string_view word) { return word.size() == 1 && ascii::is_letter(word[0]); };
    if (is_letter(from) && is_letter(to)) {
        range.letters = true;
        range.first = static_cast<unsigned char>(from[0]);
        range.last = static_cast<unsigned char>(to[0]);
    } else {
        const auto first = from.empty() ? std::optional<unsigned>(0) : number(from);
        const auto last = number(to);
        if (!first || !last)
            return std::nullopt;
        range.first = *first;
        range.last = *last;
        range.width = from.starts_with('0') ? from.size() : 0;
    }
    constexpr unsigned largest = 1'000'000'000;
    return range.first <= range.last && range.last <= largest && range.step <= largest ? std::optional(range)
                                                                                       : std::nullopt;
}

}

std::optional<std::vector<std::string>> expand_host_range(std::string_view pattern, std::size_t most)
{
    // RFC 1035, section 2.3.4; this also keeps many copies of a name small.
    constexpr std::size_t longest = 255;
    std::vector<std::string> names{""};
    if (pattern.size() > longest)
        return std::nullopt;
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('[');
        for (std::string& name : names)
            name += pattern.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const std::size_t close = pattern.find(']', open);
        const auto range = close == std::string_view::npos
            ? std::nullopt
            : parse_range(pattern.substr(open + 1, close - open - 1));
        if (!range || names.size() * ((range->last - range->first) / range->step + 1) > most)
            return std::nullopt;
        std::vector<std::string> longer;
        for (const std::string& name : names) {
            for (unsigned value = range->first; value <= range->last; value += range->step)
                longer.push_back(range->letters ? fmt::format("{}{}", name, static_cast<char>(value))
                                                : fmt::format("{}{:0{}}", name, value, range->width));
        }
        names = std::move(longer);
        pattern.remove_prefix(close + 1);
    }
    if (names.front().empty())
        return std::nullopt;
    return names;
}

bool matches_any(std::string_view name, const std::vector<std::string>& patterns)
{
    const std::string word(name);
    return std::ranges::any_of(patterns,
        [&](const std::string& pattern) { return ::fnmatch(pattern.c_str(), word.c_str(), 0) == 0; });
}

bool names_device(std::string_view pattern, std::string_view name, const std::vector<std::string>& groups)
{
    constexpr std::size_t most = 100'000;
    const std::string text(pattern);
    const bool is_range
        = pattern.find('[') != std::string_view::npos && pattern.find(':') != std::string_view::npos;
    const auto range = is_range ? expand_host_range(pattern, most) : std::nullopt;
    const auto matches = [&](const std::string& word) {
        return range ? std::ranges::find(*range, word) != range->end()
                     : ::fnmatch(text.c_str(), word.c_str(), 0) == 0;
    };
    return matches(std::string(name)) || std::ranges::any_of(groups, matches) || pattern == "all";
}

bool is_within(
    std::string_view name, const std::vector<std::string>& groups, const std::vector<std::string>& patterns)
{
    bool is_named = false;
    bool any_names = false;
    for (const std::string& pattern : patterns) {
        const std::string_view rest = std::string_view(pattern).substr(pattern.empty() ? 0 : 1);
        if (pattern.starts_with('!') || pattern.starts_with('&')) {
            if (names_device(rest, name, groups) == pattern.starts_with('!'))
                return false;
            continue;
        }
        any_names = true;
        is_named = is_named || names_device(pattern, name, groups);
    }
    return is_named || !any_names;
}

}
