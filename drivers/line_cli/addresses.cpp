// SPDX-License-Identifier: Apache-2.0
// Prefixes as command lines write them: with a length behind a slash or a blank, or with a mask of contiguous ones.
#include "drivers/line_cli/addresses.h"

#include "models/fabric/priority.h"

#include <bit>

namespace rocelint::line_cli {
namespace {

constexpr std::uint8_t bits_before_v4 = 96;
constexpr std::uint8_t bits_of_v4 = 32;

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

std::optional<IpPrefix> take_prefix(Words& words)
{
    const std::string_view word = words.next();
    auto prefix = parse_prefix(word);
    if (!prefix || word.find('/') != std::string_view::npos || !prefix->is_v4())
        return prefix;
    const std::string_view next = words.peek();
    const auto length = next.starts_with('/') ? parse_number(next.substr(1)) : mask_length(next);
    if (!length || *length > bits_of_v4)
        return std::nullopt;
    words.next();
    prefix->length = static_cast<std::uint8_t>(bits_before_v4 + *length);
    return prefix;
}

}
