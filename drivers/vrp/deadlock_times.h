// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace rocelint::vrp {

// The times of the PFC watchdog, which a profile counts in intervals of the whole switch (Huawei CloudEngine 8800 and 6800
// Series V300R023C00 Command Reference, dcb pfc deadlock-detect interval; priority deadlock-detect time, and priority
// deadlock-recovery time).

/// The intervals that a switch can have, in milliseconds, shortest first.
inline constexpr std::array<std::uint32_t, 4> deadlock_intervals{10, 100, 500, 1000};
inline constexpr std::uint8_t most_detection_intervals = 15;
inline constexpr std::uint8_t most_recovery_intervals = 31;

/// Whether a profile can state both times, in milliseconds, where the switch has this interval.
[[nodiscard]] constexpr bool can_count(
    std::uint32_t interval, std::uint64_t detection, std::uint64_t recovery)
{
    return detection % interval == 0 && recovery % interval == 0 && detection >= interval
        && recovery >= interval && detection / interval <= most_detection_intervals
        && recovery / interval <= most_recovery_intervals;
}

/// The shortest interval in which a profile can state both times, or 0 if no interval fits.
[[nodiscard]] constexpr std::uint32_t interval_for(std::uint64_t detection, std::uint64_t recovery)
{
    for (const std::uint32_t interval : deadlock_intervals) {
        if (can_count(interval, detection, recovery))
            return interval;
    }
    return 0;
}

}
