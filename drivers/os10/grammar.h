// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::os10 {

using namespace line_cli::vocabulary;

/// The blocks of an OS10 configuration, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes system = 4; ///< system qos
inline constexpr line_cli::Scopes group_map = 8; ///< class-map type network-qos: qos-groups
inline constexpr line_cli::Scopes queue_map = 16; ///< class-map type queuing: a queue
inline constexpr line_cli::Scopes network = 32; ///< policy-map type network-qos
inline constexpr line_cli::Scopes network_class = 64;
inline constexpr line_cli::Scopes queuing = 128; ///< policy-map type queuing
inline constexpr line_cli::Scopes queue_class = 256;
inline constexpr line_cli::Scopes pcp_map = 512; ///< trust dot1p-map
inline constexpr line_cli::Scopes dscp_map = 1024; ///< trust dscp-map
inline constexpr line_cli::Scopes queues_of_groups = 2048; ///< qos-map traffic-class
inline constexpr line_cli::Scopes wred = 4096;
inline constexpr line_cli::Scopes vlt = 8192; ///< vlt-domain
inline constexpr line_cli::Scopes bgp = 16384;
inline constexpr line_cli::Scopes aside = 32768; ///< nothing inside affects RDMA
}

/// The kinds of lines, by meaning. Values are in the order of the slots named here; {text} is Fact::text. A
/// negation is `clear` (the default applies) unless the comment says `off`.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    hostname, ///< {text}
    breakout, ///< {text}: the port, and what it is broken out into
    interface_, ///< {text}: "ethernet1/1/1"
    interface_range, ///< {text}: "ethernet1/1/1-1/1/4"
    system_qos,
    classifier, ///< class-map or policy-map of type qos
    access_list,
    group_map, ///< {text}
    queue_map, ///< {text}
    network_policy, ///< {text}
    queuing_policy, ///< {text}
    pcp_map, ///< {text}
    dscp_map, ///< {text}
    traffic_map, ///< {text}
    wred, ///< {text}
    vlt,
    route, ///< {text}
    bgp, ///< {text}: the AS number
    link_state, ///< {text}
    mac_timeout, ///< {seconds}
    allowas_in, ///< {times}
    most_paths, ///< {paths}: of a BGP route
    relaxed_paths, ///< negated: off
    discovery, ///< {text}: the ports of the link between two VLT peers

    // Lines of a class-map, a map or a profile.
    match_group, ///< {qos-groups}
    match_queue, ///< {queue}
    points, ///< {qos-group} {points}: in a trust map
    queue_groups, ///< {queue} {qos-groups}: in a qos-map
    curve, ///< {colour} {minimum} {maximum} {probability}, bytes
    marks,

    // Lines of a policy.
    class_, ///< {text}: the header of a class
    pause, ///< {size} {pause} {resume}, bytes, or none of them
    pause_cos, ///< {priorities}
    alpha, ///< {exponent}: the share of the shared buffer that a class may take
    fixed_limit, ///< {bytes}: the same as a fixed size
    class_mtu, ///< {mtu}
    share, ///< {percent}
    priority,
    limit, ///< {unit} {least} {unit} {most}: a unit in bits per second; 0 for packets
    detect, ///< {text}: a wred profile

    // Lines of the system or a port.
    trust_pcp, ///< {text}: a trust map
    trust_dscp, ///< {text}
    use_traffic_map, ///< {text}
    service_qos, ///< {text}
    service_qos_out, ///< an egress policy
    service_network, ///< {text}
    service_queuing, ///< {text}

    // Lines of a port.
    description, ///< {text}
    switched, ///< negated: off, which means routed
    access, ///< a line that only a switched port has
    mtu, ///< {mtu}
    shutdown, ///< negated: off, which means up
    speed, ///< {speed}
    negotiation, ///< {state}
    address, ///< {text}
    address6, ///< {text}
    vrf, ///< {text}
    channel_group, ///< {number}
    pause_receive, ///< {state}
    pause_send, ///< {state}
    pfc_mode, ///< {state}
    dcbx_version, ///< {version}: DcbxVersion

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }
[[nodiscard]] inline LineKind says(const line_cli::Fact& fact) { return static_cast<LineKind>(fact.kind); }

/// Rewrites a line that ends with a list, "qos-group 0 dscp 0,1,2,5", with ranges as OS10 prints them:
/// "qos-group 0 dscp 0-2,5".
[[nodiscard]] std::string with_ranges(std::string_view line);

/// The rows, with the texts that document them.
[[nodiscard]] const line_cli::Grammar& grammar();

}
