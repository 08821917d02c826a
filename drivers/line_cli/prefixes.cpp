// SPDX-License-Identifier: Apache-2.0
// Addresses with their masks, in the forms that command lines have had. A mask with holes is none.
#include "drivers/line_cli/prefixes.h"

#include "models/fabric/priority.h"

#include <bit>
#include <cstdint>
#include <string_view>

namespace rocelint::line_cli {
namespace {

// "255.255.255.0" as 24.
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
    constexpr std::uint64_t longest = 32;
    if (!length || *length > longest)
        return std::nullopt;
    words.next();
    prefix->length = static_cast<std::uint8_t>(128 - longest + *length);
    return prefix;
}

}
