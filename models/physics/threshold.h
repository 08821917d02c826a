// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/quantity.h"

#include <chrono>
#include <cstdint>

namespace rocelint::physics {

/// The share of the free shared buffer that one queue may take. `infinite` where the queue is not limited.
struct Alpha {
    double value = 1;
    bool infinite = false;
};

/// Fill that each of `queues` equally loaded queues reaches: alpha * B / (1 + N * alpha) (dynamic thresholds,
/// Choudhury and Hahne 1998).
[[nodiscard]] Bytes dynamic_limit(Alpha alpha, Bytes shared, std::uint32_t queues);

/// `bytes` up to whole cells; unchanged where `cell` is zero.
[[nodiscard]] Bytes round_to_cells(Bytes bytes, Bytes cell);
[[nodiscard]] std::uint64_t cells_of(Bytes bytes, Bytes cell);
/// `share` of a pool.
[[nodiscard]] Bytes percent_of(Bytes pool, Percent share);

/// Whether marking starts before pausing, as numbers.
struct EcnMargin {
    Bytes queue; ///< fill of the egress queue when the first of its ingress groups sends pause
    std::int64_t margin = 0; ///< queue minus the marking threshold; negative: pause comes first
};

/// `ports` ingress ports feed one egress queue, each group with a dynamic threshold over `shared` bytes. `at` is the
/// fill from which marking counts (max_threshold: marks every packet).
[[nodiscard]] EcnMargin ecn_margin_dynamic(Alpha alpha, Bytes shared, std::uint32_t ports, Bytes at);
/// As above where each group pauses at a fixed fill.
[[nodiscard]] EcnMargin ecn_margin_fixed(Bytes pause_at, std::uint32_t ports, Bytes at);

/// Bounds of the DCQCN paper (Zhu et al., SIGCOMM 2015, buffer settings): `buffer` of `ports` ports with `flight`
/// bytes of headroom for each of `classes` lossless classes, and ratio `beta` of the free buffer.
struct DcqcnBounds {
    Bytes pfc_static; ///< largest static PFC threshold
    double ecn_static = 0; ///< bytes; below one packet it cannot be met
    double ecn_dynamic = 0; ///< bytes
};
[[nodiscard]] DcqcnBounds dcqcn_bounds(
    Bytes buffer, std::uint32_t ports, Bytes flight, std::uint32_t classes, double beta);

/// Bytes that `rate` delivers in `time`: bandwidth times delay.
[[nodiscard]] Bytes bandwidth_delay(BitsPerSecond rate, std::chrono::nanoseconds time);

/// The longest pause of one PFC frame: 65535 quanta of 512 bit times.
[[nodiscard]] std::chrono::nanoseconds longest_pause(BitsPerSecond rate);

}
