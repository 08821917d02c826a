// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/iosxr/grammar.h"

#include <cstdint>
#include <optional>

namespace rocelint::iosxr {

/// The times of the watchdog as its lines state them: both are multiples of one interval.
struct WatchdogTimes {
    std::uint64_t interval = 0; ///< milliseconds
    std::uint64_t shutdown = 0; ///< intervals until it acts
    std::uint64_t restore = 0; ///< intervals until it restores a queue
};

/// Why times cannot be written.
inline constexpr std::string_view odd_times
    = "the times of the watchdog are multiples of one interval of 100 to 1000 ms: at most ten intervals until it acts, and at "
      "most a hundred until it restores a queue";

/// Returns the lines for these times in milliseconds, of which 0 stands for one that is not stated. The interval is
/// `interval` if that fits, else the shortest that does, unless `fixed`. Nothing if none does.
[[nodiscard]] inline std::optional<WatchdogTimes> times_of(
    std::uint64_t detection, std::uint64_t restoration, std::uint64_t interval, bool fixed)
{
    const auto limits
        = [](LineKind kind) -> const line_cli::Slot& { return grammar().row(kind_of(kind))->slots[0]; };
    const line_cli::Slot& intervals = limits(LineKind::watchdog_interval);
    const auto fits = [&](std::uint64_t each) {
        const auto divides = [each](std::uint64_t time, const line_cli::Slot& multiplier) {
            return time % each == 0 && time / each <= multiplier.most;
        };
        return each >= intervals.least && each <= intervals.most
            && divides(detection, limits(LineKind::watchdog_shutdown))
            && divides(restoration, limits(LineKind::watchdog_restore));
    };
    if (!fixed && !fits(interval)) {
        for (interval = intervals.least; interval < intervals.most && !fits(interval);)
            ++interval;
    }
    return fits(interval)
        ? std::optional(WatchdogTimes{interval, detection / interval, restoration / interval})
        : std::nullopt;
}

}
