// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/read/stanza_index.h"

#include <cstdint>

namespace rocelint::vrp {

using namespace line_cli::vocabulary;

/// The views of a configuration that have lines of their own, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1; ///< system view
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes pause = 4; ///< dcb pfc
inline constexpr line_cli::Scopes domain = 8; ///< diffserv domain
inline constexpr line_cli::Scopes drop = 16; ///< drop-profile
inline constexpr line_cli::Scopes ecmp = 32; ///< load-balance ecmp
inline constexpr line_cli::Scopes bgp = 64; ///< bgp, and an address family in it
inline constexpr line_cli::Scopes ets = 128; ///< dcb ets-profile
inline constexpr line_cli::Scopes aside = 256; ///< nothing inside affects RDMA
inline constexpr line_cli::Scopes shared = 512; ///< vlan, bridge-domain, qos group, ip vpn-instance
}

/// The kinds of lines, by meaning. Values are in the order of the slots named here; {text} is Fact::text.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    sysname, ///< {text}
    model, ///< {text}: of display version
    interface_, ///< {text}: "100GE1/0/1"
    pause_profile, ///< {text}; empty: the profile `default`
    ets_profile, ///< {text}
    domain, ///< {text}
    drop_profile, ///< {text}
    ecmp,
    bgp, ///< {text}: the AS number
    link_state, ///< {text}
    route, ///< {text}
    mac_timeout, ///< {seconds}
    service, ///< a traffic-policy, which may classify otherwise
    vlan, ///< {text}: its number
    bridge_domain, ///< {text}: its number
    policy_group, ///< {text}: ports or VLANs with a common traffic-policy
    vpn_instance, ///< {text}

    all_off, ///< PFC of the whole device
    interval, ///< {milliseconds}: unit of the times of deadlock detection
    detection, ///< {milliseconds}
    recovery, ///< {milliseconds}
    recovery_action, ///< {action} {slot}
    pause_by_class, ///< {slot}
    headroom_pool, ///< {bytes} {slot}
    ecn_everywhere,
    ai_service, ///< AI ECN sets the thresholds of queues

    // Lines of a PFC profile; their number is the priority.
    priorities, ///< {priorities}
    detection_time, ///< {intervals}
    recovery_time, ///< {intervals}

    // Lines of a DiffServ domain: {class}; their number is the code point.
    dscp_in,
    pcp_in,
    dscp_out, ///< its number is the class; {colour} {dscp}

    // Lines of a drop profile: {colour} {low} {high} {percent}, the ECN curve without the colour.
    colour,
    ecn,

    // Lines of an ETS profile; their number is the priority group.
    group_weight, ///< {weight}
    group_queues, ///< {text}

    hash, ///< {text}
    seed, ///< {seed}
    spreading, ///< {mode}
    own_as, ///< {text} {times}
    most_paths, ///< {paths}

    // Lines of a port.
    description, ///< {text}
    frame, ///< {bytes}: the largest frame
    mtu, ///< {bytes}: the largest packet that the switch itself sends
    shutdown, ///< negated: off, which means up
    switched, ///< negated: off, which means routed
    speed, ///< {speed}
    negotiation, ///< {state}
    fec, ///< {fec}
    channel, ///< {number}
    members, ///< {text}: ports of an Eth-Trunk
    peer_link, ///< {number}: the link between two switches of an M-LAG
    address, ///< {text}
    address6, ///< {text}
    vrf, ///< {text}
    link_pause,
    link_pause_in,
    link_pause_out,
    pfc, ///< {mode}, or {text} {mode} with the name of a profile
    trust, ///< {field}
    use_domain, ///< {text}
    default_priority, ///< {priority}
    rewrite_dscp,
    dcbx,
    old_dcbx,
    ets, ///< {text}

    // Lines of a queue of a port, which is their number.
    fixed_threshold, ///< {bytes} {offset}
    threshold, ///< {exponent} {offset}
    fixed_pair, ///< {xon} {xoff}
    pair, ///< {xon} {xoff}
    headroom, ///< {bytes}
    reserve, ///< {bytes}
    marks,
    drops_by, ///< {text}
    weight, ///< {weight}
    shaper, ///< {cir} {pir}
    queue_limit, ///< {bytes}
    queue_share, ///< {exponent}
    strict, ///< {text}: queues
    by_weight, ///< {text}
    last, ///< {text}
    port_limit, ///< {rate}

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }
[[nodiscard]] inline LineKind says(const line_cli::Fact& fact) { return static_cast<LineKind>(fact.kind); }

/// How a drop profile states its thresholds.
enum class Thresholds : std::uint8_t { bytes, cells, percent };
/// For a line of kind `colour` or `ecn`. `first` is the slot of the lower threshold.
[[nodiscard]] inline Thresholds thresholds_of(const line_cli::Fact& line, std::size_t first)
{
    const line_cli::Slot& low = line.statement->slots[first];
    return low.terms.empty()      ? Thresholds::percent
        : low.name == "low_cells" ? Thresholds::cells
                                  : Thresholds::bytes;
}

/// Packets with the least load of a route's next hops, of a flow or of each packet: `ecmp mode`.
enum class Spreading : std::uint8_t { by_flow, by_flowlet, by_packet };

/// The rows, with the pages of the manual that document them.
[[nodiscard]] const line_cli::Grammar& grammar();
/// Which lines belong to which port.
[[nodiscard]] const line_cli::PortBlocks& port_blocks();

}
