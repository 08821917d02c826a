// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"

#include <cstdint>

// Constants of the standards that several formulas share. The catalog holds vendors' numbers.
namespace rocelint::physics {

/// One pause quantum: IEEE 802.3-2022 annex 31B.2.
inline constexpr std::uint64_t quantum_bits = 512;
/// Preamble, start delimiter (802.3 clause 3.2.1, 3.2.2: 64 bits) and interpacket gap (clause 4.4.2: 96
/// bits).
inline constexpr std::uint64_t frame_overhead_bits = 64 + 96;
/// The smallest frame (802.3 clause 3.2.8), which is also the size of a PFC frame (annex 31D).
inline constexpr Bytes smallest_frame{64};
/// A PFC frame on the wire, including preamble and gap.
inline constexpr std::uint64_t pfc_frame_bits = smallest_frame.count * 8 + frame_overhead_bits;
/// Header sizes in bytes: Ethernet (802.3 clause 3.1.1, without tag and FCS), IPv4 (RFC 791), UDP (RFC 768),
/// VXLAN (RFC 7348), and those of RDMA packets (InfiniBand Architecture Specification volume 1, chapters 8
/// and 9; Linux include/rdma/ib_pack.h).
inline constexpr std::uint64_t ethernet_header = 14;
inline constexpr std::uint64_t ipv4_header = 20;
inline constexpr std::uint64_t udp_header = 8;
inline constexpr std::uint64_t vxlan_header = 8;
inline constexpr std::uint64_t global_route_header = 40;
inline constexpr std::uint64_t base_transport_header = 12;
inline constexpr std::uint64_t rdma_header = 16;
inline constexpr std::uint64_t xrc_header = 4;
inline constexpr std::uint64_t atomic_header = 28;
inline constexpr std::uint64_t immediate_data = 4;
inline constexpr std::uint64_t invariant_crc = 4;
/// Overhead of an ordinary RoCEv2 packet, from the IP header on (annex A17).
inline constexpr std::uint64_t roce_headers
    = ipv4_header + udp_header + base_transport_header + rdma_header + immediate_data + invariant_crc;
/// What Linux subtracts from an interface's MTU before it rounds down to a path MTU (include/rdma/ib_addr.h,
/// iboe_get_mtu).
inline constexpr std::uint64_t linux_rdma_headers
    = global_route_header + udp_header + base_transport_header + xrc_header + atomic_header + invariant_crc;
/// Headers that a VXLAN tunnel prepends to a frame (RFC 7348 section 5).
inline constexpr std::uint64_t vxlan_headers = ethernet_header + ipv4_header + udp_header + vxlan_header;
/// The largest path MTU (volume 1, 9.6.8).
inline constexpr std::uint64_t largest_path_mtu = 4096;

/// The longest pause that a frame can request: a 16-bit number of quanta (802.3 annex 31B.2).
inline constexpr std::uint64_t longest_pause_quanta = 65535;
/// Propagation delay in fiber, as in the standard's component model.
inline constexpr std::uint64_t fibre_ns_per_metre = 5;
/// Speed of light in fiber in meters per second, as in SONiC's buffer_headroom_*.lua.
inline constexpr double light_in_fibre = 198000000;

/// A port with this number of lanes has two of each buffer instead of one (SONiC's Lua programs, mlxsw).
inline constexpr std::uint32_t wide_port_lanes = 8;

/// Bits that a packet of `bytes` occupies on the wire.
[[nodiscard]] constexpr std::uint64_t frame_bits(Bytes bytes)
{
    return bytes.count * 8 + frame_overhead_bits;
}

}
