// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace rocelint {

/// A size in memory or on the wire.
struct Bytes {
    std::uint64_t count = 0;
    friend constexpr auto operator<=>(const Bytes&, const Bytes&) = default;
};

/// A line rate. "400G" means 400 000 000 000 of these.
struct BitsPerSecond {
    std::uint64_t count = 0;
    friend constexpr auto operator<=>(const BitsPerSecond&, const BitsPerSecond&) = default;
};

/// The length of a cable.
struct Metres {
    std::uint32_t count = 0; ///< rounded up, as headroom counts it and as devices are configured
    std::uint32_t less_mm = 0; ///< what the cable is shorter: 600 for one of 2.4 m
    /// A length as it is stated, in metres; not negative, and below four million.
    [[nodiscard]] static constexpr Metres of(double length)
    {
        constexpr double thousand = 1000;
        const auto millimetres = static_cast<std::uint64_t>(length * thousand + 0.5);
        const auto whole = static_cast<std::uint32_t>((millimetres + 999) / 1000);
        return {whole, static_cast<std::uint32_t>(std::uint64_t{whole} * 1000 - millimetres)};
    }
    [[nodiscard]] constexpr std::uint64_t millimetres() const
    {
        return std::uint64_t{count} * 1000 - less_mm;
    }
    /// The length as it was stated: 2.4.
    [[nodiscard]] constexpr double exact() const { return static_cast<double>(millimetres()) / 1000; }
    friend constexpr bool operator==(const Metres& a, const Metres& b)
    {
        return a.millimetres() == b.millimetres();
    }
    friend constexpr auto operator<=>(const Metres& a, const Metres& b)
    {
        return a.millimetres() <=> b.millimetres();
    }
};

/// A percentage in hundredths of a percent, so that "12.5 %" is exact.
struct Percent {
    std::uint32_t hundredths = 0;
    [[nodiscard]] static constexpr Percent whole(std::uint32_t percent) { return {percent * 100}; }
    [[nodiscard]] constexpr double value() const { return hundredths / 100.0; }
    friend constexpr auto operator<=>(const Percent&, const Percent&) = default;
};

using Milliseconds = std::chrono::duration<std::uint32_t, std::milli>;

}
