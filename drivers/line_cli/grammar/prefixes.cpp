// SPDX-License-Identifier: Apache-2.0
// Reads addresses with their masks, in all forms that command lines have used, and static routes. A mask with
// holes is not a mask. The platform handles route targets that are neither addresses nor names.
#include "drivers/line_cli/grammar/prefixes.h"

#include "models/fabric/value/priority.h"
#include "models/text/nearest.h"

#include <bit>
#include <cstdint>
#include <string_view>

namespace rocelint::line_cli {
namespace {

// Parses a mask: "255.255.255.0" is 24.
std::optional<std::uint64_t> mask_length(std::string_view text)
{
    const auto mask = parse_address(text);
    if (!mask || text.find(':') != std::string_view::npos)
        return std::nullopt;
    std::uint32_t bits = 0;
    for (std::size_t byte = 12; byte < 16; ++byte)
        bits = bits << 8 | mask->bytes[byte];
    const auto ones = static_cast<unsigned>(std::countl_one(bits));
    return static_cast<unsigned>(std::popcount(bits)) == ones ? std::optional<std::uint64_t>(ones)
                                                              : std::nullopt;
}

}

std::string take_slashed(Words& words)
{
    std::string address(words.next());
    const auto length = parse_number(words.peek());
    if (!length || address.find('/') != std::string::npos)
        return address;
    words.next();
    return address + '/' + std::to_string(*length);
}

std::optional<IpPrefix> take_prefix(Words& words)
{
    const std::string_view word = words.next();
    auto prefix = parse_prefix(word);
    if (!prefix || word.find('/') != std::string_view::npos || !prefix->is_v4())
        return prefix;
    const std::string_view next = words.peek();
    const auto length = next.starts_with('/') ? parse_number(next.substr(1)) : mask_length(next);
    constexpr std::uint64_t longest = 32;
    if (!length || *length > longest)
        return std::nullopt;
    words.next();
    prefix->length = static_cast<std::uint8_t>(128 - longest + *length);
    return prefix;
}

RouteLine parse_route(const Fact& fact)
{
    Words words(fact.text);
    RouteLine line;
    line.node = fact.node;
    line.route.at = fact.at;
    if (words.take("vrf"))
        line.vrf = words.next();
    if (line.vrf == "default")
        line.vrf = {};
    const auto prefix = take_prefix(words);
    if (!prefix) {
        line.state = CoverageState::unrecognised;
        return line;
    }
    line.route.to = *prefix;
    line.route.via = parse_address(words.peek());
    const std::string_view target = words.next();
    if (equal_ignoring_case(target, "null0")) {
        line.route.discards = true;
    } else if (target.empty()) {
        line.state = CoverageState::unsupported;
    } else if (!line.route.via) {
        line.interface = target;
        line.route.via = parse_address(words.peek());
        if (line.route.via)
            words.next();
    }
    if (const auto distance = parse_number(words.peek()); distance && *distance > 0 && *distance <= 255)
        line.route.distance = static_cast<std::uint8_t>(*distance);
    return line;
}

std::optional<std::uint32_t> parse_asn(std::string_view text)
{
    const std::size_t dot = text.find('.');
    const auto high = parse_number(text.substr(0, dot));
    if (dot == std::string_view::npos)
        return high && *high <= 0xffffffffU ? std::optional(static_cast<std::uint32_t>(*high)) : std::nullopt;
    const auto low = parse_number(text.substr(dot + 1));
    if (!high || !low || *high > 0xffffU || *low > 0xffffU)
        return std::nullopt;
    return static_cast<std::uint32_t>(*high << 16U | *low);
}

}
