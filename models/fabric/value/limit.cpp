// SPDX-License-Identifier: Apache-2.0
// The messages about a number that a device does not accept.
#include "models/fabric/value/limit.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

std::string range_text(const Limit& limit)
{
    std::string text = fmt::format("{} to {}", limit.least, limit.most);
    if (!limit.unit.empty())
        text += fmt::format(" {}", limit.unit);
    if (!limit.source.empty())
        text += fmt::format(" ({})", limit.source);
    return text;
}

std::string amount(const Limit& limit, std::int64_t number)
{
    return limit.unit.empty() ? fmt::format("{}", number) : fmt::format("{} {}", number, limit.unit);
}

}

std::string out_of_range(const Limit& limit, std::int64_t number)
{
    return limit.takes(number) ? std::string() : range_sentence(limit, fmt::format("{}", number));
}

std::string range_sentence(const Limit& limit, std::string_view written)
{
    constexpr std::size_t most_shown = 40;
    return fmt::format(
        "{} {}: out of range, {}", limit.name, written.substr(0, most_shown), range_text(limit));
}

std::string rounded(const Limit& limit, std::string_view what, std::int64_t wanted)
{
    if (limit.takes(wanted))
        return {};
    return fmt::format("{} is {}, not {}: {} takes {}",
        what,
        amount(limit, limit.nearest(wanted)),
        amount(limit, wanted),
        limit.name,
        range_text(limit));
}

}
