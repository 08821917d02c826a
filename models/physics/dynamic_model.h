// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/physics/headroom.h"
#include "models/physics/wire.h"

#include <cmath>

// What SONiC's dynamic headroom models have in common. They count in double, as Lua does, and in the order of the
// upstream programs, so that the result is the same to the byte.
namespace rocelint::physics::dynamic_model {

inline constexpr double kibi = 1024;
inline constexpr double minimal_packet = 64; ///< bytes: 802.3 minFrameSize
inline constexpr double bits_per_byte = 8;
inline constexpr double whole_percent = 100;

[[nodiscard]] inline double bytes(Bytes size) { return static_cast<double>(size.count); }
[[nodiscard]] inline double megabits(BitsPerSecond speed) { return static_cast<double>(speed.count) / 1e6; }
[[nodiscard]] inline double up_to_kibi(double size) { return std::ceil(size / kibi) * kibi; }
[[nodiscard]] inline Bytes whole(double size) { return {static_cast<std::uint64_t>(std::ceil(size))}; }

/// Cells that a stream of packets takes for each cell that it would take if packed: a packet just over a cell's end,
/// or where a cell holds more than two minimal packets, a minimal packet in a cell of its own.
[[nodiscard]] inline double worst_case_factor(Bytes cell)
{
    const double size = bytes(cell);
    return size > 2 * minimal_packet ? size / minimal_packet : 2 * size / (1 + size);
}

/// Bytes on the cable in both directions; upstream divides by a `kilo` of 1000 or of 1024.
[[nodiscard]] inline double on_cable(const HeadroomInput& input, double kilo)
{
    const double length = static_cast<double>(input.cable.count);
    return 2 * length * megabits(input.speed) * 1000000000 / light_in_fibre / (bits_per_byte * kilo);
}

/// Bytes in a gearbox, one way. Upstream divides by 8 * 1024 in both programs.
[[nodiscard]] inline double in_gearbox(const HeadroomInput& input)
{
    return megabits(input.speed) * static_cast<double>(input.gearbox.count()) / (bits_per_byte * kibi);
}

/// Bytes that the peer still sends, from the response time of the speed, else from the ASIC's own figure.
[[nodiscard]] inline double of_response(const HeadroomInput& input, const AsicDelays& asic)
{
    if (input.response_quanta)
        return static_cast<double>(*input.response_quanta) * quantum_bits / bits_per_byte;
    return asic.peer_response_kib * kibi;
}

}
