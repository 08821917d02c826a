// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace rocelint::tests {

inline std::string_view word_of(CounterKind kind)
{
    switch (kind) {
    case CounterKind::pause_received:
        return "received";
    case CounterKind::pause_sent:
        return "sent";
    case CounterKind::marked:
        return "marked";
    case CounterKind::queue_sent:
        return "queue sent";
    case CounterKind::queue_dropped:
        return "queue dropped";
    case CounterKind::queue_trimmed:
        return "queue trimmed";
    case CounterKind::group_dropped:
        return "group dropped";
    case CounterKind::queue_stuck:
        return "queue stuck";
    case CounterKind::class_dropped:
        return "class dropped";
    case CounterKind::headroom_peak:
        return "headroom";
    default:
        return "other";
    }
}

/// "Ethernet1/1 received 3: 8", one per line; '-' stands for the whole port. Counters that are 0 are left out. `gap` begins the
/// only line that is not read, if there is one: "3 unrecognised".
[[nodiscard]] inline std::string counters_of_file(std::string_view platform,
    std::string_view path,
    std::string_view text,
    std::size_t problems = 0,
    std::string_view gap = {})
{
    const ReadFiles files(platform, {{path, text}});
    CHECK(files.all_recognised());
    CHECK(files.problems().size() == problems);
    const std::string gaps = files.gaps();
    CAPTURE(gaps);
    CHECK(gaps.starts_with(gap));
    CHECK(std::count(gaps.begin(), gaps.end(), '\n') == (gap.empty() ? 0 : 1));
    std::string out;
    for (const CounterReading& reading : files.device().counter_readings) {
        CHECK(reading.at.length > 0);
        if (reading.value == 0)
            continue;
        out += fmt::format("{} {} {}: {}\n",
            reading.on,
            word_of(reading.kind),
            reading.part == Counter::whole ? std::string("-") : std::to_string(reading.part),
            reading.value);
    }
    return out;
}

}
