// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/read/stanza_index.h"
#include "models/fabric/qos.h"

#include <cstdint>
#include <string_view>

namespace rocelint::sonic_cli {

using namespace line_cli::vocabulary;

/// The blocks of a configuration, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes map = 4; ///< qos map
inline constexpr line_cli::Scopes marking = 8; ///< qos wred-policy
inline constexpr line_cli::Scopes scheduler = 16; ///< qos scheduler-policy
inline constexpr line_cli::Scopes queue = 32; ///< a queue in it
inline constexpr line_cli::Scopes shaper = 64; ///< the port in it
inline constexpr line_cli::Scopes mclag = 128; ///< mclag domain
inline constexpr line_cli::Scopes bgp = 256;
inline constexpr line_cli::Scopes policy = 512; ///< class-map, policy-map
inline constexpr line_cli::Scopes lldp = 2048; ///< a port of show lldp neighbor
inline constexpr line_cli::Scopes aside = 1024; ///< nothing inside touches RDMA
}

/// The meaning of a line. Its values are in the order of the slots named here; {text} is Fact::text.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    hostname, ///< {text}
    interface_, ///< {text}: "Ethernet0", "Eth1/1-1/4"
    port_channel, ///< {text}: "10"
    map, ///< {text}; its number is the MapKind
    marking_policy, ///< {text}
    scheduler_policy, ///< {text}
    class_map, ///< {text}
    policy_map, ///< {text}
    mclag_domain, ///< {text}
    bgp, ///< {text}: the AS number
    link_state, ///< {text}

    // Of show lldp neighbor
    lldp_port, ///< {text}: "Ethernet0,via: LLDP"
    lldp_part, ///< the following lines describe the device, or its port
    lldp_system, ///< {text}
    lldp_port_id, ///< {text}
    lldp_description, ///< {text}

    route, ///< {text}
    hash, ///< {text}
    hash_seed, ///< {seed}
    hash_payload,
    lossless, ///< roce enable, buffer init lossless: {priorities}
    pool, ///< {pool} {shared headroom}
    profile, ///< {text} {pool} {size} {static} {dynamic} {xoff}
    watchdog_poll, ///< {milliseconds}
    watchdog_counters, ///< negated: off
    mac_timeout, ///< {seconds}

    // Entries of maps, in the order of MapKind: {points} {to}
    entry_dscp_tc,
    entry_dot1p_tc,
    entry_tc_queue,
    entry_tc_group,
    entry_priority_queue,
    entry_priority_group,
    entry_tc_dscp,
    entry_tc_dot1p,

    // Lines of a policy
    green, ///< {minimum} {maximum} {probability}; also for yellow and red
    yellow,
    red,
    ecn, ///< {colours}: bits by Colour
    queue, ///< the header of a queue's block
    whole_port, ///< the header of the port's block
    type, ///< {type}
    weight, ///< {weight}
    rate, ///< {bits per second}: pir
    meter, ///< {packets}

    peer_link, ///< {text}
    allowas_in, ///< {times}

    // Lines of a port
    description, ///< {text}
    mtu, ///< {mtu}
    shutdown, ///< negated: the port is up
    speed, ///< {speed}
    negotiation,
    fec, ///< {fec}
    switched, ///< {text}
    address, ///< {text}
    address6, ///< {text}
    vrf, ///< {text}
    channel_group, ///< {number}
    cable, ///< {metres}
    binding, ///< {text}; its number is the MapKind
    queue_marking, ///< {text}; its number is the queue
    scheduling, ///< {text}
    pfc, ///< {priorities}
    asymmetric,
    link_pause, ///< 802.3x pause; its value is never read
    watchdog, ///< {milliseconds}
    detection, ///< {milliseconds}
    restoration, ///< {milliseconds}
    action, ///< {action}: WatchdogAction
    group_profile, ///< {groups} {text}
    queue_profile, ///< {queues} {text}
    service, ///< {text}: service-policy

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }
[[nodiscard]] inline LineKind says(const line_cli::Fact& fact) { return static_cast<LineKind>(fact.kind); }
/// The entries of maps of this kind.
[[nodiscard]] constexpr LineKind entry_of(MapKind kind)
{
    return static_cast<LineKind>(kind_of(LineKind::entry_dscp_tc) + static_cast<std::uint8_t>(kind));
}

/// Lines write a dynamic threshold plus this number.
inline constexpr std::int64_t threshold_shift = 8;
/// Pools by the number of their word in the grammar.
inline constexpr std::string_view pool_names[]{
    "ingress_lossless_pool", "egress_lossless_pool", "egress_lossy_pool"};

/// The rows, with the documentation they follow.
[[nodiscard]] const line_cli::Grammar& grammar();
/// Which lines belong to which port.
[[nodiscard]] const line_cli::PortBlocks& port_blocks();

/// The first words of the command that defines a map of this kind: each kind has its own namespace.
[[nodiscard]] constexpr std::string_view label_of(MapKind kind)
{
    constexpr std::string_view labels[]{"qos map dscp-tc",
        "qos map dot1p-tc",
        "qos map tc-queue",
        "qos map tc-pg",
        "qos map pfc-priority-queue",
        "qos map pfc-priority-pg",
        "qos map tc-dscp",
        "qos map tc-dot1p"};
    return labels[static_cast<std::size_t>(kind)];
}

/// The word for the kind in that command: "dscp-tc".
[[nodiscard]] constexpr std::string_view word_of(MapKind kind)
{
    return label_of(kind).substr(std::string_view("qos map ").size());
}

}
