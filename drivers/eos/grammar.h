// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"

#include <cstdint>

namespace rocelint::eos {

using namespace line_cli::vocabulary;

/// The blocks of an EOS configuration, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes profile = 4; ///< qos profile
inline constexpr line_cli::Scopes queue = 8; ///< tx-queue and uc-tx-queue, in an interface or a qos profile
inline constexpr line_cli::Scopes bgp = 16;
inline constexpr line_cli::Scopes mlag = 32;
inline constexpr line_cli::Scopes defaults = 64; ///< interface defaults
inline constexpr line_cli::Scopes ethernet_defaults = 128;
inline constexpr line_cli::Scopes policies = 256; ///< load-balance policies
inline constexpr line_cli::Scopes sand = 512; ///< the default sand profile
inline constexpr line_cli::Scopes igp = 1024; ///< OSPF or IS-IS
}

/// The kinds of lines, by meaning. Values are in the order of the slots named here; {text} is Fact::text. A
/// negation is `clear` (the default applies) unless the comment says `off`.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    hostname, ///< {text}
    // Headers. The driver's own code handles those of classes, access lists, platforms, interface profiles
    // and neighbors.
    interface_, ///< {text}: "Ethernet1-4,7/1"
    interface_defaults,
    defaults_ethernet,
    interface_profile, ///< {text}
    qos_profile, ///< {text}
    class_policy, ///< class-map and policy-map
    access_list,
    neighbours, ///< of show lldp neighbors detail: {text}, the port
    platform, ///< tables of one chip family
    tx_queue, ///< number; in a port or a profile. Two rows: tx-queue and uc-tx-queue
    mc_tx_queue, ///< number

    // Device-wide lines.
    default_mode, ///< {mode}: 1 is routed
    pfc_all_off, ///< negated: off
    default_action, ///< {action}: WatchdogAction
    override_drop, ///< negated: off
    /// {timeout} {polling-interval} {recovery-time}, in milliseconds, any subset of them; `instead` is auto.
    default_times,
    dscp_map, ///< {points} {class}, bits and a number: maps DSCPs to a traffic class
    cos_map, ///< the same for CoS
    queue_map, ///< {classes} {queue}. Two rows: tx-queue and uc-tx-queue
    rewrite_map, ///< {classes} {dscp}
    rewrite_dscp, ///< negated: off
    hash_seed, ///< {chip} {seed}
    hash_fields, ///< {text}: the fields of IP packets that select a path. First row: trident
    lag_fields, ///< {text}: the fields that select a member of a port channel
    load_policies,
    sand_profile,
    sand_addresses, ///< {text}
    sand_ports, ///< {text}
    sand_payload, ///< {port}: the UDP port whose payload is hashed
    route, ///< {text}: what follows "ip route"
    bgp, ///< {text}: the AS number
    allowas_in, ///< {peer} {times}
    most_paths, ///< {paths} {hops}: of a BGP route, before and after its next hops are resolved
    relaxed_paths, ///< negated: off
    link_state, ///< {text}: the process, and its VRF if it has one
    mlag,
    peer_link, ///< {text}: a port
    mac_timeout, ///< {seconds}
    default_arp_timeout, ///< {seconds}

    // Lines of a port.
    description, ///< {text}
    switched, ///< negated: off, which means routed
    mtu, ///< {mtu}; also in interface defaults
    frame_limit, ///< limits the total rate of a port; never read
    shutdown, ///< negated: off, which means up; also in the ethernet block of interface defaults
    address, ///< {text}: what follows "ip address"
    address6, ///< {text}
    vrf, ///< {text}
    arp_timeout, ///< {seconds}
    channel_group, ///< {number}
    service_profile, ///< {text}
    speed, ///< {mode} {speed}: 1 negotiates, 0 forces; see speed_of() and lanes_of()
    fec, ///< {encoding}: Fec; negated: off, which means Fec::none
    pause_send, ///< {state}: 1 or 0; negated: off
    pause_receive, ///< the same

    // Lines of a port or a profile.
    trust, ///< {field}: Trust; negated: off, which means Trust::none
    port_cos, ///< {cos}
    port_dscp, ///< {dscp}
    /// Two rows, the second for the older "mode on"; off: negated, or a line that says off.
    pfc,
    pfc_priority, ///< {priorities}, bits: set is no-drop, off is drop
    watchdog, ///< negated: off
    port_action, ///< {action}
    port_times, ///< like default_times
    service_policy, ///< {text}: the policy-map; negated: off
    service_policy_out, ///< an egress policy
    port_shape, ///< {rate}: like shape
    tunnel_ecn, ///< of a VXLAN interface; negated: off
    macsec, ///< {text}: the profile

    // Lines of a queue; Fact::number is its number.
    ecn, ///< {min} {max} {probability} {weight}: bytes, or another measure; negated: off
    drop, ///< {colour} {min} {max} {probability} {weight}
    bandwidth, ///< {share}, in percent
    shape, ///< {rate}: bits per second, or another measure
    priority, ///< set means strict, off means round-robin

    count,
};

/// The measures of a {min}, {max} or {rate}: Term::measure.
inline constexpr std::uint8_t native_measure = 0; ///< bytes, or bits per second
inline constexpr std::uint8_t segments_measure = 1; ///< the size of a segment depends on the chip
inline constexpr std::uint8_t time_measure = 2; ///< microseconds at the port's speed
inline constexpr std::uint8_t other_measure = 3;

/// A {action} of the whole switch, `no-drop`, which no text explains.
inline constexpr std::uint64_t no_drop_action = 0xff;

/// A {speed}: bits per second, plus the number of lanes (0: not written) in the last three digits.
inline constexpr std::uint64_t lanes_below = 1000;
[[nodiscard]] constexpr std::uint64_t speed_value(std::uint64_t bits_per_second, std::uint64_t lanes)
{
    return bits_per_second + lanes;
}
[[nodiscard]] constexpr std::uint64_t speed_of(std::uint64_t value) { return value - value % lanes_below; }
[[nodiscard]] constexpr std::uint8_t lanes_of(std::uint64_t value)
{
    return static_cast<std::uint8_t>(value % lanes_below);
}

[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }

/// The rows, with the texts that document them.
[[nodiscard]] const line_cli::Grammar& grammar();

}
