// SPDX-License-Identifier: Apache-2.0
// A finding may concern hundreds of ports, and a list of 64 names is unreadable, so runs are abbreviated.
#include "cli/report/data/port_list.h"

#include "cli/terminal/visible.h"
#include "models/fabric/value/priority.h"
#include "models/text/append.h"
#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <algorithm>
#include <optional>

namespace rocelint::cli {
namespace {

// Compares two names that differ in a single number, and gives its increase ("Ethernet1/1", "Ethernet2/1":
// 1). `at` is the position of that number in the name.
struct Growth {
    std::size_t at;
    std::uint64_t by;
    friend bool operator==(const Growth&, const Growth&) = default;
};

std::optional<Growth> growth(std::string_view a, std::string_view b)
{
    std::size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at])
        ++at;
    while (at > 0 && ascii::is_digit(a[at - 1]))
        --at;
    const auto number_end = [at](std::string_view name) {
        std::size_t end = at;
        while (end < name.size() && ascii::is_digit(name[end]))
            ++end;
        return end;
    };
    const std::size_t a_end = number_end(a);
    const std::size_t b_end = number_end(b);
    const auto low = parse_number(a.substr(at, a_end - at));
    const auto high = parse_number(b.substr(at, b_end - at));
    if (!low || !high || *high <= *low || a.substr(a_end) != b.substr(b_end))
        return std::nullopt;
    return Growth{at, *high - *low};
}

}

std::string list_ports(std::span<const std::string_view> names, std::size_t most)
{
    constexpr std::size_t shortest_run = 3;
    std::string out;
    std::size_t entries = 0;
    std::size_t at = 0;
    for (; at < names.size() && entries < most; ++entries) {
        std::size_t last = at;
        const auto step = at + 1 < names.size() ? growth(names[at], names[at + 1]) : std::nullopt;
        while (step && last + 1 < names.size() && growth(names[last], names[last + 1]) == step)
            ++last;
        if (last - at + 1 < shortest_run)
            last = at;
        add_item(out, visible(names[at]));
        if (last > at)
            out += " to " + visible(names[last]);
        at = last + 1;
    }
    if (at < names.size())
        append(out, " and {} more", names.size() - at);
    return out;
}

}
