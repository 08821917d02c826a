// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/stanza_index.h"

#include <cstdint>

namespace rocelint::onyx {

using namespace line_cli::vocabulary;

/// The blocks of Onyx, which are prefixes of its lines: "interface ethernet 1/1 mtu 9216 force".
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< ethernet, port-channel, mlag-port-channel, vlan, loopback
inline constexpr line_cli::Scopes pool = 4; ///< traffic pool
inline constexpr line_cli::Scopes aside = 8; ///< nothing inside affects RDMA
}

/// The kinds of lines, by meaning. Values are in the order of the pattern's slots.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled
    hostname,
    ethernet, ///< headers of ports: their numbers
    port_channel,
    mlag_port_channel,
    vlan_interface,
    loopback,
    pfc_enabled,
    pfc_priority, ///< number: the priority
    roce, ///< {mode}
    traffic_pool,
    pool_type,
    pool_priorities,
    pool_percent,
    advanced_buffers,
    buffer_pool, ///< {name} {direction} {size} {type}
    access_list, ///< {text}: its name, and the settings of one rule or policer
    access_group, ///< {text}: the list that acts on ingress traffic of the port
    route,
    bgp,
    link_state, ///< {text}: the process, and its VRF
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
    service, ///< number: the traffic class; {kind} {weight}
    /// Number: the traffic class; {what} {minimum} {maximum}, in bytes, or in percent if is_relative().
    congestion,
    group_binding, ///< number: the priority group; {switch-priorities}
    /// Number: the priority group; {pool} {reserved} {xoff} {xon} {alpha}, or for a lossy group {pool}
    /// {reserved} {alpha}.
    group_buffer,
    queue_buffer, ///< number: the traffic class; {pool} {reserved} {alpha}
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }

/// Slots of a group_buffer or queue_buffer.
namespace buffer_slot {
inline constexpr std::size_t reserved = 2;
inline constexpr std::size_t xoff = 3;
inline constexpr std::size_t xon = 4;
/// The last slot of the row.
[[nodiscard]] inline std::size_t alpha(const line_cli::Fact& fact)
{
    return fact.statement->pattern.slots() - 1;
}
}
/// Whether a group_buffer line is for a lossless group.
[[nodiscard]] inline bool is_lossless(const line_cli::Fact& fact)
{
    return buffer_slot::alpha(fact) > buffer_slot::xon;
}

/// Whether a congestion line states its thresholds as a share of the queue's limit: a number without a unit.
[[nodiscard]] inline bool is_relative(const line_cli::Fact& fact)
{
    return fact.statement->slots[2].terms.empty();
}

/// An {alpha} as a number: its exponent of two plus alpha_one, and two values that are not powers of two.
inline constexpr std::uint64_t alpha_zero = 0;
inline constexpr std::uint64_t alpha_one = 16;
inline constexpr std::uint64_t alpha_infinite = 64;

/// Returns the {alpha} for a threshold as the chip's shipped profiles write it.
[[nodiscard]] constexpr std::uint64_t alpha_number(std::int64_t threshold)
{
    return alpha_one + static_cast<std::uint64_t>(threshold);
}

/// Bits of the {what} of a congestion-control line.
inline constexpr std::uint64_t marks_bit = 1;
inline constexpr std::uint64_t drops_bit = 2;

/// PFC of a port: as configured, or as DCBX negotiates it.
enum class PfcMode : std::uint8_t { on, negotiated };

/// The rows, with the manuals that document them.
[[nodiscard]] const line_cli::Grammar& grammar();
/// Returns the kind of a port from the name that Onyx prints: "Mpo7" is a port channel.
[[nodiscard]] PortKind kind_of_port(std::string_view name);
/// The headers of ports, by the beginnings of the names that Onyx prints ("Eth1/3").
[[nodiscard]] const line_cli::PortBlocks& port_blocks();

}
