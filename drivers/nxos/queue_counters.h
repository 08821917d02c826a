// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/counters.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace rocelint::nxos {

/// A counter of the packets of an egress queue, as `show queuing interface` spells it.
struct QueueCounter {
    std::string_view name; ///< of packets
    CounterKind kind = CounterKind::queue_sent;
};

inline constexpr QueueCounter queue_counters[]{
    {"Tx Pkts", CounterKind::queue_sent},
    {"ECN Pkts", CounterKind::marked},
    {"Dropped Pkts", CounterKind::queue_dropped},
    {"WRED & Tail Drop Pkts", CounterKind::queue_dropped},
    {"WRED/AFD & Tail Drop Pkts", CounterKind::queue_dropped},
    {"WD & Tail Drop Pkts", CounterKind::queue_dropped},
};

/// Null for another name.
[[nodiscard]] inline const QueueCounter* find_queue_counter(std::string_view name)
{
    const auto found = std::ranges::find(queue_counters, name, &QueueCounter::name);
    return found == std::end(queue_counters) ? nullptr : found;
}

}
