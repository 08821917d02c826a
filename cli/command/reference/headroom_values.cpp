// SPDX-License-Identifier: Apache-2.0
#include "cli/command/reference/headroom_values.h"

#include "models/fabric/near_speed.h"
#include "models/fabric/topology.h"
#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::uint32_t longest_cable = 200'000;
constexpr std::uint32_t default_sweep_step = 25;

template <class... Arguments>
tl::unexpected<std::string> refused(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    return tl::unexpected<std::string>(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}

Parsed<std::uint32_t> parse_percent(const std::string& word)
{
    const auto number = parse_number(word.ends_with('%') ? word.substr(0, word.size() - 1) : word);
    if (!number || *number > 100)
        return refused("cannot be '{}'; it is a whole number from 0 to 100", word);
    return static_cast<std::uint32_t>(*number);
}

Parsed<Metres> parse_length(const std::string& word)
{
    std::string_view digits = word;
    std::uint64_t factor = 1;
    if (digits.ends_with("km")) {
        factor = 1000;
        digits.remove_suffix(2);
    } else if (digits.ends_with('m')) {
        digits.remove_suffix(1);
    }
    const auto number = parse_number(digits);
    if (!number)
        return refused("cannot be '{}'; write a length such as 30m or 2km", word);
    if (*number > longest_cable / factor)
        return refused("{} is longer than {} km, the longest that is computed", word, longest_cable / 1000);
    return Metres{static_cast<std::uint32_t>(*number * factor)};
}

Parsed<BitsPerSecond> parse_port_speed(const std::string& word)
{
    constexpr std::uint64_t slowest_in_mega = 10'000; // of ports that carry RDMA
    const auto speed = parse_speed(word);
    if (!speed)
        return tl::unexpected(not_a_speed(word));
    // Only digits: 400 is a slip for 400G.
    if (const auto mega = parse_number(word); mega && *mega < slowest_in_mega)
        return refused("'{}' means {} Mb/s; did you mean '{}G'?", word, word, word);
    return *speed;
}

Parsed<CableRange> parse_cables(const std::string& word)
{
    constexpr std::string_view what = "cable=";
    const std::size_t dots = word.find("..");
    if (!word.starts_with(what) || dots == std::string::npos)
        return refused("cannot be '{}'; write cable=5..300 or cable=5..300:10", word);
    const std::size_t colon = std::min(word.find(':', dots), word.size());
    const Parsed<Metres> from = parse_length(word.substr(what.size(), dots - what.size()));
    const Parsed<Metres> to = parse_length(word.substr(dots + 2, colon - dots - 2));
    const Parsed<Metres> step
        = colon == word.size() ? Metres{default_sweep_step} : parse_length(word.substr(colon + 1));
    for (const Parsed<Metres>* length : {&from, &to, &step}) {
        if (!*length)
            return tl::unexpected(length->error());
    }
    constexpr std::uint32_t most_rows = 10'000;
    if (*to < *from || step->count == 0 || (to->count - from->count) / step->count >= most_rows)
        return refused(
            "cannot be '{}'; it goes from the shorter cable to the longer, in at most {} steps of 1 m or more",
            word,
            most_rows);
    return CableRange{*from, *to, step->count};
}

}
