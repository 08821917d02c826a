// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/physics/headroom.h"
#include "models/physics/wire.h"

#include <cmath>

// Shared parts of SONiC's dynamic headroom models. They use double, as Lua does, and the upstream order of
// operations, so that the result is identical to the byte.
namespace rocelint::physics::dynamic_model {

inline constexpr double kibi = 1024;
inline constexpr double minimal_packet = 64; ///< bytes: 802.3 minFrameSize
inline constexpr double bits_per_byte = 8;
inline constexpr double whole_percent = 100;

[[nodiscard]] inline double bytes(Bytes size) { return static_cast<double>(size.count); }
[[nodiscard]] inline double megabits(BitsPerSecond speed) { return static_cast<double>(speed.count) / 1e6; }
[[nodiscard]] inline double up_to_kibi(double size) { return std::ceil(size / kibi) * kibi; }
[[nodiscard]] inline Bytes whole(double size) { return {static_cast<std::uint64_t>(std::ceil(size))}; }

/// Worst-case ratio of cells used to cells needed if the data were packed: each packet just exceeds a cell
/// or, if a cell holds more than two minimal packets, each minimal packet has its own cell.
[[nodiscard]] inline double worst_case_factor(Bytes cell)
{
    const double size = bytes(cell);
    return size > 2 * minimal_packet ? size / minimal_packet : 2 * size / (1 + size);
}

/// Bytes on the cable in both directions. Upstream divides by a `kilo` of 1000 or of 1024.
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

/// Bytes that the peer still sends: from the response time of the speed, else from the ASIC's own figure.
[[nodiscard]] inline double of_response(const HeadroomInput& input, const AsicDelays& asic)
{
    if (input.response_quanta)
        return static_cast<double>(*input.response_quanta) * quantum_bits / bits_per_byte;
    return asic.peer_response_kib * kibi;
}

}
