// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace rocelint::proof {

// Ports of one device as bits of a row, in the format of routing::TurnTable.
inline constexpr std::uint32_t bits_a_word = 64;

[[nodiscard]] constexpr std::uint32_t words_for(std::size_t bits)
{
    return static_cast<std::uint32_t>((bits + bits_a_word - 1) / bits_a_word);
}

inline void set_bit(std::span<std::uint64_t> row, std::uint32_t bit)
{
    row[bit / bits_a_word] |= std::uint64_t{1} << (bit % bits_a_word);
}

inline void clear_bit(std::span<std::uint64_t> row, std::uint32_t bit)
{
    row[bit / bits_a_word] &= ~(std::uint64_t{1} << (bit % bits_a_word));
}

[[nodiscard]] inline bool has_bit(std::span<const std::uint64_t> row, std::uint32_t bit)
{
    return bit / bits_a_word < row.size() && ((row[bit / bits_a_word] >> (bit % bits_a_word)) & 1U) != 0;
}

/// Calls `visit` with the number of each set bit.
template <class Visit>
void each_bit(std::span<const std::uint64_t> row, Visit&& visit)
{
    for (std::uint32_t word = 0; word < row.size(); ++word) {
        for (std::uint64_t left = row[word]; left != 0; left &= left - 1)
            visit(word * bits_a_word + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
}

}
