// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"

#include <cstdint>
#include <string_view>

namespace rocelint::nxos {

using namespace line_cli::vocabulary;

/// The blocks of an NX-OS configuration, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes system = 4; ///< system qos
inline constexpr line_cli::Scopes class_map = 8; ///< class-map type qos: matches markings of a packet
/// Class-map of type network-qos and queuing: matches a qos-group.
inline constexpr line_cli::Scopes group_map = 16;
inline constexpr line_cli::Scopes classifier = 32; ///< policy-map type qos
inline constexpr line_cli::Scopes action = 64; ///< its class
inline constexpr line_cli::Scopes network = 128; ///< policy-map type network-qos
inline constexpr line_cli::Scopes network_class = 256;
inline constexpr line_cli::Scopes queuing = 512; ///< policy-map type queuing
inline constexpr line_cli::Scopes queue_class = 1024;
inline constexpr line_cli::Scopes access_list = 2048;
inline constexpr line_cli::Scopes bgp = 4096;
inline constexpr line_cli::Scopes vrf = 8192; ///< vrf context
inline constexpr line_cli::Scopes aside = 16384; ///< nothing inside affects RDMA
inline constexpr line_cli::Scopes vlan = 32768; ///< vlan configuration
}

/// The kinds of lines, by meaning. Values are in the order of the slots named here; {text} is Fact::text. A
/// negation is `clear` (the default applies) unless the comment says `off`.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    hostname, ///< {text}
    version, ///< {text}
    interface_, ///< {text}: "Ethernet1/1-4"
    system_qos,
    vlan_configuration, ///< {text}: "10,20-29"
    class_map, ///< {all} {text}: 1 if all its conditions must hold
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
    most_paths, ///< {paths}: of a BGP route
    relaxed_paths, ///< negated: off
    default_mode, ///< negated: off, which means routed
    default_shutdown, ///< negated: off
    jumbo_mtu, ///< {mtu}: the MTU of a switched port, unless that is the default

    // Lines of show lldp neighbors detail.
    lldp_chassis,
    lldp_port_id, ///< {text}
    lldp_local, ///< {text}
    lldp_description, ///< {text}
    lldp_system, ///< {text}

    // Lines of a class.
    match_dscp, ///< {points}
    match_cos, ///< {points}
    match_precedence, ///< {points}
    match_list, ///< {text}: an access list
    match_other,
    match_group, ///< {qos-group}

    // Lines of a policy.
    class_, ///< {text}: the header of a class
    set_group, ///< {qos-group}
    set_dscp, ///< {points}
    police, ///< {text}
    pause_cos, ///< {priorities}, or none: pause no-drop
    /// {size} {pause} {resume} {priorities}, bytes; {priorities} only in a network-qos policy.
    pause_buffer,
    class_mtu, ///< {mtu}
    share, ///< {percent}: two rows, the second for a share of what remains
    priority, ///< {level}
    limit, ///< {minimum} {maximum}, bits per second or another measure
    marking, ///< {minimum} {maximum} {probability} {weight} {ecn}
    list_entry, ///< {text}, of an access list

    // Lines of the system or a port.
    service_qos, ///< {text}
    service_qos_out, ///< an egress policy
    service_queuing_in, ///< {text}
    service_queuing_out, ///< {text}
    service_network, ///< {text}

    // Lines of a port.
    description, ///< {text}
    switched, ///< negated: off, which means routed
    mtu, ///< {mtu}
    shutdown, ///< negated: off, which means up
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
    macsec, ///< {chain} {rest}
    pfc_mode, ///< {mode}: PfcMode
    dcbx_version, ///< {version}: DcbxVersion
    watchdog, ///< {state} {times} {action}: 1 means that nothing is done about a stuck queue

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }
/// Why priority 0 is never made lossless. Cisco Nexus 9000 Series NX-OS Quality of Service Configuration
/// Guide, Release 7.x, Using Modular QoS CLI, System-Defined MQC Objects: the class-maps of type network-qos
/// are c-nq1 to c-nq3 or c-8q-nq1 to c-8q-nq7, and one for qos-group 0, which is the default class.
inline constexpr std::string_view no_lossless_default
    = "priority 0 is not lossless: qos-group 0 of NX-OS is the default class, for which it has no class-map c-8q-nq0, and Cisco's "
      "guides do not state that the default class may be no-drop";
[[nodiscard]] inline LineKind says(const line_cli::Fact& fact) { return static_cast<LineKind>(fact.kind); }

/// PFC of a port: on, off, or as DCBX negotiates it.
enum class PfcMode : std::uint8_t { on, off, negotiated };

/// The measures of a {minimum} or {maximum}: Term::measure.
inline constexpr std::uint8_t native_measure = 0; ///< bytes, or bits per second
inline constexpr std::uint8_t other_measure = 1; ///< packets, percent of the line

/// Returns the number of the queue or class that a system-defined name stands for: "c-out-8q-q3",
/// "c-nq-default". 0xff: the name is not system-defined.
[[nodiscard]] std::uint8_t group_of_name(std::string_view name);
/// Whether a system-defined name belongs to switches with four queues ("c-out-q3").
[[nodiscard]] bool is_of_four_queues(std::string_view name);

/// The rows, with the texts that document them.
[[nodiscard]] const line_cli::Grammar& grammar();

}
