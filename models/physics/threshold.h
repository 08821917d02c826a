// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"

#include <chrono>
#include <cstdint>

namespace rocelint::physics {

/// The share of the free shared buffer that one queue may take; `infinite` if the queue has no limit.
struct Alpha {
    double value = 1;
    bool infinite = false;
};

/// The fill that each of `queues` equally loaded queues reaches: alpha * B / (1 + N * alpha) (dynamic
/// thresholds, Choudhury and Hahne 1998).
[[nodiscard]] Bytes dynamic_limit(Alpha alpha, Bytes shared, std::uint32_t queues);

/// `bytes` rounded up to whole cells; unchanged if `cell` is zero.
[[nodiscard]] Bytes round_to_cells(Bytes bytes, Bytes cell);
[[nodiscard]] std::uint64_t cells_of(Bytes bytes, Bytes cell);
/// `share` of a pool.
[[nodiscard]] Bytes percent_of(Bytes pool, Percent share);

/// Whether marking starts before pausing, in numbers.
struct EcnMargin {
    Bytes queue; ///< fill of the egress queue when the first of its ingress groups sends pause
    std::int64_t margin = 0; ///< queue minus the marking threshold; negative: pause comes first
};

/// `ports` ingress ports feed one egress queue, each group with a dynamic threshold over `shared` bytes. `at`
/// is the fill at which marking is considered effective (max_threshold: every packet is marked).
[[nodiscard]] EcnMargin ecn_margin_dynamic(Alpha alpha, Bytes shared, std::uint32_t ports, Bytes at);
/// As above, for groups that pause at a fixed fill.
[[nodiscard]] EcnMargin ecn_margin_fixed(Bytes pause_at, std::uint32_t ports, Bytes at);

/// Bounds of the DCQCN paper (Zhu et al., SIGCOMM 2015, buffer settings): `buffer` shared by `ports` ports
/// with `flight` bytes of headroom for each of `classes` lossless classes, and ratio `beta` of the free
/// buffer.
struct DcqcnBounds {
    Bytes pfc_static; ///< largest static PFC threshold
    double ecn_static = 0; ///< bytes; unattainable below one packet
    double ecn_dynamic = 0; ///< bytes
};
[[nodiscard]] DcqcnBounds dcqcn_bounds(
    Bytes buffer, std::uint32_t ports, Bytes flight, std::uint32_t classes, double beta);

/// Bytes that arrive at `rate` within `time`: the bandwidth-delay product.
[[nodiscard]] Bytes bandwidth_delay(BitsPerSecond rate, std::chrono::nanoseconds time);

/// The longest pause of one PFC frame: 65535 quanta of 512 bit times.
[[nodiscard]] std::chrono::nanoseconds longest_pause(BitsPerSecond rate);

}
