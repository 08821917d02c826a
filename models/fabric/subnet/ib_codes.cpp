// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/subnet/ib_codes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {
namespace {

// Code and Mbit/s: IBA 1.5, table 224, and enum ibv_rate of rdma-core.
constexpr std::array<std::pair<std::uint8_t, std::uint64_t>, 23> rates{{{2, 2500},
    {3, 10000},
    {4, 30000},
    {5, 5000},
    {6, 20000},
    {7, 40000},
    {8, 60000},
    {9, 80000},
    {10, 120000},
    {11, 14000},
    {12, 56000},
    {13, 112000},
    {14, 168000},
    {15, 25000},
    {16, 100000},
    {17, 200000},
    {18, 300000},
    {19, 28000},
    {20, 50000},
    {21, 400000},
    {22, 600000},
    {23, 800000},
    {24, 1200000}}};

constexpr std::uint64_t bits_per_megabit = 1'000'000;

}

std::optional<BitsPerSecond> rate_of_code(std::uint8_t code)
{
    const auto* found = std::ranges::find(rates, code, &std::pair<std::uint8_t, std::uint64_t>::first);
    return found == rates.end() ? std::nullopt
                                : std::optional(BitsPerSecond{found->second * bits_per_megabit});
}

std::optional<std::uint8_t> code_of_rate(BitsPerSecond rate)
{
    for (const auto& [code, megabits] : rates) {
        if (megabits * bits_per_megabit == rate.count)
            return code;
    }
    return std::nullopt;
}

std::optional<std::uint8_t> code_of_rate_up_to(BitsPerSecond rate)
{
    std::optional<std::uint8_t> best;
    std::uint64_t best_rate = 0;
    for (const auto& [code, megabits] : rates) {
        const std::uint64_t bits = megabits * bits_per_megabit;
        if (code > largest_rate_code || bits > rate.count || bits < best_rate)
            continue;
        best = code;
        best_rate = bits;
    }
    return best;
}

std::optional<Bytes> mtu_of_code(std::uint8_t code)
{
    constexpr std::uint64_t half_of_smallest = 128;
    if (code < 1 || code > largest_mtu_code)
        return std::nullopt;
    return Bytes{half_of_smallest << code};
}

std::optional<std::uint8_t> code_of_mtu(Bytes mtu)
{
    for (std::uint8_t code = 1; code <= largest_mtu_code; ++code) {
        if (mtu_of_code(code) == mtu)
            return code;
    }
    return std::nullopt;
}

}
