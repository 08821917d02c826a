// SPDX-License-Identifier: Apache-2.0
// Names of interfaces: the ranges of them, and the kinds that they stand for.
#include "drivers/nvue/config.h"
#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace rocelint::nvue {
namespace {

// Returns the position of the number at the end of a text.
std::size_t number_at_end(std::string_view text)
{
    std::size_t at = text.size();
    while (at > 0 && ascii::is_digit(text[at - 1]))
        --at;
    return at;
}

// Expands "swp1-4", "swp1s0-3", "swp1-swp4" and "swp1-2s0-3".
bool expand_part(
    std::string_view part, std::string_view& prefix, std::vector<std::string>& names, std::size_t limit)
{
    std::string stem;
    if (!part.empty() && ascii::is_digit(part.front()))
        stem = prefix;
    const std::size_t dash = part.find('-');
    const std::string_view begin = part.substr(0, dash);
    const std::size_t digits = number_at_end(begin);
    const auto from = parse_number(begin.substr(digits));
    std::string_view rest = dash == std::string_view::npos ? std::string_view{} : part.substr(dash + 1);
    if (stem.empty() && digits > 0)
        prefix = begin.substr(0, digits);
    if (!rest.empty() && rest.starts_with(begin.substr(0, digits)))
        rest.remove_prefix(digits);
    std::size_t length = 0;
    while (length < rest.size() && ascii::is_digit(rest[length]))
        ++length;
    const auto to = parse_number(rest.substr(0, length));
    const std::string_view tail = rest.substr(length);
    if (dash == std::string_view::npos || !from || !to || (!tail.empty() && !tail.starts_with('s'))) {
        names.push_back(stem + std::string(part));
        return names.size() <= limit;
    }
    if (*to < *from || *to - *from >= limit)
        return false;
    for (std::uint64_t number = *from; number <= *to; ++number) {
        std::string name = fmt::format("{}{}{}{}", stem, begin.substr(0, digits), number, tail);
        std::string_view own;
        if (tail.find('-') != std::string_view::npos) {
            if (!expand_part(name, own, names, limit))
                return false;
        } else {
            names.push_back(std::move(name));
        }
        if (names.size() > limit)
            return false;
    }
    return true;
}

}

std::vector<std::string> expand_names(std::string_view range, std::size_t limit)
{
    std::vector<std::string> names;
    std::string_view prefix;
    while (!range.empty()) {
        std::string_view part = ascii::take_until(range, ',');
        while (part.starts_with(' '))
            part.remove_prefix(1);
        if (!part.empty() && !expand_part(part, prefix, names, limit))
            return {};
    }
    return names;
}

PortKind kind_by_name(std::string_view name)
{
    if (name.find('.') != std::string_view::npos)
        return PortKind::subinterface;
    if (name.starts_with("swp"))
        return PortKind::physical;
    if (name.starts_with("bond") || name == "peerlink")
        return PortKind::lag;
    if (name == "lo")
        return PortKind::loopback;
    if (name.starts_with("eth"))
        return PortKind::management;
    return name.starts_with("vlan") ? PortKind::vlan : PortKind::other;
}

}
