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
/// The smallest frame (802.3 clause 3.2.8), which is also that of PFC (annex 31D).
inline constexpr Bytes smallest_frame{64};
/// A PFC frame on the wire, with preamble and gap.
inline constexpr std::uint64_t pfc_frame_bits = smallest_frame.count * 8 + frame_overhead_bits;
/// Headers, in bytes: Ethernet (802.3 clause 3.1.1, without tag and FCS), IPv4 (RFC 791), UDP (RFC 768), VXLAN (RFC 7348), and
/// those of RDMA packets (InfiniBand Architecture Specification volume 1, chapters 8 and 9; Linux include/rdma/ib_pack.h).
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
/// What an ordinary RoCEv2 packet has besides its data, from the IP header on (annex A17).
inline constexpr std::uint64_t roce_headers
    = ipv4_header + udp_header + base_transport_header + rdma_header + immediate_data + invariant_crc;
/// What Linux takes off an interface's MTU before it rounds down to a path MTU (include/rdma/ib_addr.h, iboe_get_mtu).
inline constexpr std::uint64_t linux_rdma_headers
    = global_route_header + udp_header + base_transport_header + xrc_header + atomic_header + invariant_crc;
/// What a VXLAN tunnel puts before a frame (RFC 7348 section 5).
inline constexpr std::uint64_t vxlan_headers = ethernet_header + ipv4_header + udp_header + vxlan_header;
/// The largest path MTU (volume 1, 9.6.8).
inline constexpr std::uint64_t largest_path_mtu = 4096;

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
