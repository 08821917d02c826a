// SPDX-License-Identifier: Apache-2.0
// Converts sets of priorities and DSCPs to and from text. A list with a reversed or too high range is
// rejected as a whole.
#include "models/fabric/value/priority.h"

#include "models/text/ascii.h"

#include <charconv>

namespace rocelint {
namespace {

template <class Set>
std::string list_members(Set set, unsigned count)
{
    std::string out;
    for (unsigned from = 0; from < count; ++from) {
        if (!set.has(static_cast<std::uint8_t>(from)))
            continue;
        unsigned to = from;
        while (to + 1 < count && set.has(static_cast<std::uint8_t>(to + 1)))
            ++to;
        if (!out.empty())
            out += ',';
        out += std::to_string(from);
        // Two consecutive numbers read better as "3,4" than as "3-4".
        if (to == from + 1)
            out += ',' + std::to_string(to);
        else if (to > from)
            out += '-' + std::to_string(to);
        from = to;
    }
    return out.empty() ? "none" : out;
}

template <class Visit>
bool visit_ranges(std::string_view text, std::uint64_t limit, Visit&& visit)
{
    const auto is_gap = [](char c) { return ascii::is_blank(c) || c == ','; };
    std::size_t at = 0;
    for (;;) {
        while (at < text.size() && is_gap(text[at]))
            ++at;
        if (at >= text.size())
            return true;
        std::size_t end = at;
        while (end < text.size() && !is_gap(text[end]))
            ++end;
        const std::string_view item = text.substr(at, end - at);
        const std::size_t dash = item.find('-');
        const auto first = parse_number(item.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : parse_number(item.substr(dash + 1));
        if (!first || !last || *last < *first || *last > limit)
            return false;
        for (std::uint64_t member = *first; member <= *last; ++member)
            visit(static_cast<std::uint8_t>(member));
        at = end;
    }
}

}

std::string to_string(PrioritySet set) { return list_members(set, 8); }
std::string to_string(DscpSet set) { return list_members(set, 64); }

std::optional<PrioritySet> parse_priorities(std::string_view text)
{
    PrioritySet set;
    if (!visit_ranges(text, 7, [&set](std::uint8_t member) { set.insert(member); }))
        return std::nullopt;
    return set;
}

std::optional<DscpSet> parse_dscps(std::string_view text)
{
    DscpSet set;
    if (!visit_ranges(text, 63, [&set](std::uint8_t member) { set.insert(member); }))
        return std::nullopt;
    return set;
}

std::optional<std::uint64_t> parse_number(std::string_view text)
{
    std::uint64_t number = 0;
    if (text.empty() || !ascii::is_digit(text.front()))
        return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<std::int64_t> parse_signed(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<float> parse_rate(std::string_view text)
{
    double rate = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rate);
    if (error != std::errc{} || end != text.data() + text.size() || !(rate >= 0 && rate <= 1))
        return std::nullopt;
    return static_cast<float>(rate);
}

}
