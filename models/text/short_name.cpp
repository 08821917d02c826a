// SPDX-License-Identifier: Apache-2.0
// The number at the end is the 64-bit FNV-1a hash of the whole name, folded to 32 bits: eight hexadecimal
// digits, which every platform takes in a name.
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace rocelint {
namespace {

std::uint32_t number_of_name(std::string_view name)
{
    constexpr std::uint64_t basis = 0xcbf29ce484222325U;
    constexpr std::uint64_t prime = 0x100000001b3U;
    std::uint64_t hash = basis;
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * prime;
    return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

}

std::string short_name(std::string_view name, std::size_t longest)
{
    if (longest == 0 || name.size() <= longest)
        return std::string(name);
    const std::string number = fmt::format("{:08x}", number_of_name(name));
    if (longest <= number.size() + 1)
        return number.substr(0, longest);
    std::string_view begin = name.substr(0, longest - number.size() - 1);
    // No character is cut, and no separator is doubled.
    constexpr unsigned char continuation = 0x80;
    constexpr unsigned char kind_bits = 0xc0;
    std::size_t end = begin.size();
    while (end > 0 && (static_cast<unsigned char>(name[end]) & kind_bits) == continuation)
        --end;
    while (end > 1 && (begin[end - 1] == '-' || begin[end - 1] == ' '))
        --end;
    return fmt::format("{}-{}", begin.substr(0, end), number);
}

}
