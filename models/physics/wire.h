// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/quantity.h"

#include <cstdint>

// Constants of the standards that several formulas share. What a vendor states is in the catalog instead.
namespace rocelint::physics {

/// One pause quantum: IEEE 802.3-2022 annex 31B.2.
inline constexpr std::uint64_t quantum_bits = 512;
/// Preamble, start delimiter (802.3 clause 3.2.1, 3.2.2: 64 bits) and interpacket gap (clause 4.4.2: 96 bits).
inline constexpr std::uint64_t frame_overhead_bits = 64 + 96;
/// A PFC frame on the wire: 64 bytes (802.3 annex 31D) with preamble and gap.
inline constexpr std::uint64_t pfc_frame_bits = std::uint64_t{64} * 8 + frame_overhead_bits;
/// The longest pause that a frame can ask for: a 16-bit number of quanta (802.3 annex 31B.2).
inline constexpr std::uint64_t longest_pause_quanta = 65535;
/// Light in fibre, as the standard's component model counts it.
inline constexpr std::uint64_t fibre_ns_per_metre = 5;
/// Light in fibre in metres a second, as SONiC's buffer_headroom_*.lua count it.
inline constexpr double light_in_fibre = 198000000;

/// A port of so many lanes takes two of the buffers that other ports have one of (SONiC's Lua programs, mlxsw).
inline constexpr std::uint32_t wide_port_lanes = 8;

/// Bits of a packet of `bytes` as it passes the wire.
[[nodiscard]] constexpr std::uint64_t frame_bits(Bytes bytes)
{
    return bytes.count * 8 + frame_overhead_bits;
}

}
