// SPDX-License-Identifier: Apache-2.0
#include "drivers/app_env/job/node_list.h"

#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rocelint::app_env {
namespace {

// RFC 1035, 2.3.4: a name has up to 255 octets.
constexpr std::size_t longest_name = 255;

bool is_host_name(std::string_view text)
{
    return !text.empty() && text.size() <= longest_name && std::ranges::all_of(text, [](char c) {
        return ascii::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
    });
}

// The first item of a list, up to a comma outside of brackets.
std::string_view first_item(std::string_view list)
{
    bool inside = false;
    for (std::size_t at = 0; at < list.size(); ++at) {
        if (list[at] == '[' || list[at] == ']')
            inside = list[at] == '[';
        else if (list[at] == ',' && !inside)
            return list.substr(0, at);
    }
    return list;
}

bool number(std::string_view text, unsigned& value)
{
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size();
}

// Adds the names of "gpu" + "01-04" + "-ib". Returns false for an invalid range.
bool add_range(std::string_view before,
    std::string_view range,
    std::string_view after,
    std::size_t& left,
    Arena& arena,
    std::vector<std::string_view>& nodes)
{
    const std::size_t dash = range.find('-');
    const std::string_view low = range.substr(0, dash);
    const std::string_view high = dash == std::string_view::npos ? low : range.substr(dash + 1);
    unsigned from = 0;
    unsigned to = 0;
    constexpr std::size_t most_digits = 9;
    if (low.size() > most_digits || !number(low, from) || !number(high, to) || to < from || to - from >= left)
        return false;
    left -= to - from + 1;
    for (unsigned index = from; index <= to; ++index)
        nodes.push_back(arena.keep(fmt::format("{}{:0{}}{}", before, index, low.size(), after)));
    return true;
}

bool add_item(std::string_view item, std::size_t& left, Arena& arena, std::vector<std::string_view>& nodes)
{
    const std::size_t open = item.find('[');
    const std::size_t close = item.find(']');
    if (open == std::string_view::npos) {
        const std::string_view name = item.substr(0, item.find(':'));
        if (!is_host_name(name) || left == 0)
            return false;
        --left;
        nodes.push_back(name);
        return true;
    }
    if (close == std::string_view::npos || close < open || item.find('[', close) != std::string_view::npos)
        return false;
    const std::string_view before = item.substr(0, open);
    const std::string_view after = item.substr(close + 1);
    if (!is_host_name(before) || (!after.empty() && !is_host_name(after)))
        return false;
    std::string_view ranges = item.substr(open + 1, close - open - 1);
    while (!ranges.empty()) {
        if (!add_range(before, ascii::take_until(ranges, ','), after, left, arena, nodes))
            return false;
    }
    return true;
}

}

std::vector<std::string_view> NodeLists::nodes_of(std::string_view list, Arena& arena)
{
    std::vector<std::string_view> nodes;
    while (!list.empty()) {
        const std::string_view item = first_item(list);
        if (!add_item(item, left_, arena, nodes))
            return {};
        list.remove_prefix(std::min(item.size() + 1, list.size()));
    }
    return nodes;
}

}
