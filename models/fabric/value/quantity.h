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
    std::uint32_t count = 0;
    friend constexpr auto operator<=>(const Metres&, const Metres&) = default;
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
