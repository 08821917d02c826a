// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"

#include <cstdint>
#include <string_view>

namespace rocelint::nxos {

/// The blocks of an NX-OS configuration, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes system = 4; ///< system qos
inline constexpr line_cli::Scopes class_map = 8; ///< class-map type qos: what marks a packet
inline constexpr line_cli::Scopes group_map = 16; ///< class-map of type network-qos and queuing: a qos-group
inline constexpr line_cli::Scopes classifier = 32; ///< policy-map type qos
inline constexpr line_cli::Scopes action = 64; ///< its class
inline constexpr line_cli::Scopes network = 128; ///< policy-map type network-qos
inline constexpr line_cli::Scopes network_class = 256;
inline constexpr line_cli::Scopes queuing = 512; ///< policy-map type queuing
inline constexpr line_cli::Scopes queue_class = 1024;
inline constexpr line_cli::Scopes access_list = 2048;
inline constexpr line_cli::Scopes bgp = 4096;
inline constexpr line_cli::Scopes vrf = 8192; ///< vrf context
inline constexpr line_cli::Scopes aside = 16384; ///< nothing inside touches RDMA
}

/// What a line says. Its values stand in the order of the slots that are named here; {text} is Fact::text. A negation is
/// `clear` (the default holds) unless it is said to be `off`.
enum class Says : std::uint8_t {
    nothing, ///< it is not modelled

    hostname, ///< {text}
    version, ///< {text}
    interface_, ///< {text}: "Ethernet1/1-4"
    system_qos,
    class_map, ///< {all} {text}: 1 where all its lines must hold
    group_map, ///< {text}, of type network-qos
    queue_map, ///< {text}, of type queuing
    classifier, ///< {text}: policy-map type qos
    network_policy, ///< {text}
    queuing_policy, ///< {text}
    access_list, ///< {text}
    vrf_context, ///< {text}
    route, ///< {text}
    bgp, ///< {text}: the AS number
    link_state, ///< {text}
    load_sharing, ///< {text}
    lag_hash, ///< {text}
    watchdog_all, ///< {state}
    watchdog_interval, ///< {milliseconds}
    watchdog_multiplier, ///< {times}
    mac_timeout, ///< {seconds}
    arp_timeout, ///< {seconds}, of an interface
    allowas_in, ///< {times}
    default_mode, ///< negated: off, which is routed
    default_shutdown, ///< negated: off

    // Of show lldp neighbors detail.
    lldp_chassis,
    lldp_port_id, ///< {text}
    lldp_local, ///< {text}
    lldp_description, ///< {text}
    lldp_system, ///< {text}

    // Of a class.
    match_dscp, ///< {points}
    match_cos, ///< {points}
    match_precedence, ///< {points}
    match_list, ///< {text}: an access list
    match_other,
    match_group, ///< {qos-group}

    // Of a policy.
    class_, ///< {text}: the header of a class
    set_group, ///< {qos-group}
    set_dscp, ///< {points}
    pause_cos, ///< {priorities}, or none: pause no-drop
    pause_buffer, ///< {size} {pause} {resume} {priorities}, bytes; the last of a network-qos policy
    class_mtu, ///< {mtu}
    share, ///< {percent}: two rows, of which the second is of what is left
    priority, ///< {level}
    limit, ///< {minimum} {maximum}, bits per second or another measure
    marking, ///< {minimum} {maximum} {probability} {weight} {ecn}
    list_entry, ///< {text}, of an access list

    // Of the system or a port.
    service_qos, ///< {text}
    service_queuing_in, ///< {text}
    service_queuing_out, ///< {text}
    service_network, ///< {text}

    // Of a port.
    description, ///< {text}
    switched, ///< negated: off, which is routed
    mtu, ///< {mtu}
    shutdown, ///< negated: off, which is up
    speed, ///< {speed}
    negotiation, ///< negated: off
    fec, ///< {fec}
    address, ///< {text}
    address6, ///< {text}
    vrf, ///< {text}
    channel_group, ///< {number}
    peer_link,
    pause_receive, ///< {state}
    pause_send, ///< {state}
    pfc_mode, ///< {mode}: PfcMode
    watchdog, ///< {state}

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(Says what) { return static_cast<std::uint8_t>(what); }
/// Why priority 0 is never made lossless. Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide, Release 7.x, Using
/// Modular QoS CLI, System-Defined MQC Objects: the class-maps of type network-qos are c-nq1 to c-nq3 or c-8q-nq1 to c-8q-nq7, and
/// one for qos-group 0 that is the default class.
inline constexpr std::string_view no_lossless_default
    = "priority 0 is not lossless: qos-group 0 of NX-OS is the default class, for which it has no class-map c-8q-nq0, and no text that "
      "was seen says that the default class may be no-drop";
[[nodiscard]] inline Says says(const line_cli::Fact& fact) { return static_cast<Says>(fact.kind); }
/// A fact of a text, which must live longer.
[[nodiscard]] inline line_cli::Fact named(Says what, std::string_view text)
{
    return {.kind = kind_of(what), .text = text};
}

/// PFC of a port: switched on or off, or as DCBX negotiates it.
enum class PfcMode : std::uint8_t { on, off, negotiated };

/// The measures of a {minimum} or {maximum}: Term::measure.
inline constexpr std::uint8_t native_measure = 0; ///< bytes, or bits per second
inline constexpr std::uint8_t other_measure = 1; ///< packets, percent of the line

/// The number of the queue or class that a system-defined name means: "c-out-8q-q3", "c-nq-default". 0xff: it is none.
[[nodiscard]] std::uint8_t group_of_name(std::string_view name);
/// Whether a system-defined name is one of switches with four queues ("c-out-q3").
[[nodiscard]] bool is_of_four_queues(std::string_view name);

/// The rows, with the texts that they follow.
[[nodiscard]] const line_cli::Grammar& grammar();

}
