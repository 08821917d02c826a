// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/statement.h"

#include <cstdint>

namespace rocelint::onyx {

/// The blocks of Onyx, which are the beginnings of its lines: "interface ethernet 1/1 mtu 9216 force".
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< ethernet, port-channel, mlag-port-channel, vlan, loopback
inline constexpr line_cli::Scopes pool = 4; ///< traffic pool
inline constexpr line_cli::Scopes aside = 8; ///< nothing inside touches RDMA
}

/// What a line says. Values stand in the order of the pattern's slots.
enum class Says : std::uint8_t {
    nothing, ///< it is not modelled
    hostname,
    interface_, ///< {type} {number}
    pfc_enabled,
    pfc_priority, ///< number: the priority
    roce, ///< {mode}
    traffic_pool,
    pool_type,
    pool_priorities,
    pool_percent,
    advanced_buffers,
    buffer_pool, ///< {name} {direction} {size} {type}
    route,
    bgp,
    description,
    shutdown,
    speed,
    mtu,
    fec,
    switched,
    address,
    vrf,
    channel, ///< number of the port channel
    mlag_channel,
    peer_link,
    pause_receive,
    pause_send,
    pfc_mode,
    watchdog,
    trust,
    default_priority,
    dscp_map, ///< {points} {switch-priority}
    pcp_map,
    rewrite_dscp,
    class_binding, ///< number: the traffic class; {switch-priorities}
    strict,
    weighted, ///< {weight}
    congestion, ///< {what} {minimum} {maximum}, in bytes
    congestion_relative, ///< likewise, in percent
    group_binding, ///< {group} {switch-priorities}
    lossless_group, ///< {group} {pool} {reserved} {xoff} {xon} {alpha}
    lossy_group, ///< {group} {pool} {reserved} {alpha}
    queue_buffer, ///< likewise
    count,
};

/// An {alpha} as a number: the power of two that it is, and two that are none.
inline constexpr std::uint64_t alpha_zero = 0;
inline constexpr std::uint64_t alpha_one = 16;
inline constexpr std::uint64_t alpha_infinite = 64;

/// Bits of the {what} of a congestion-control line.
inline constexpr std::uint64_t marks_bit = 1;
inline constexpr std::uint64_t drops_bit = 2;

/// PFC of a port: by its configuration, or as DCBX negotiates it.
enum class PfcMode : std::uint8_t { on, negotiated };

/// The rows, with the manuals that they follow.
[[nodiscard]] const line_cli::Grammar& grammar();

}
