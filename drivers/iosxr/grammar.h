// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/read/stanza_index.h"

#include <cstdint>

namespace rocelint::iosxr {

using namespace line_cli::vocabulary;

/// The blocks of a configuration that have lines of their own, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1;
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes class_map = 4;
inline constexpr line_cli::Scopes policy = 8; ///< policy-map
inline constexpr line_cli::Scopes action = 16; ///< a class of a policy-map
inline constexpr line_cli::Scopes profile = 32; ///< hw-module profile priority-flow-control location
inline constexpr line_cli::Scopes bgp = 64; ///< router bgp, its neighbours and address families
inline constexpr line_cli::Scopes statics = 128; ///< router static, its VRFs and address families
inline constexpr line_cli::Scopes aside = 256; ///< nothing inside affects RDMA
}

/// The kinds of lines, by meaning. Values are in the order of the slots named here; {text} is Fact::text.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    hostname, ///< {text}
    interface_, ///< {text}
    class_map, ///< {how} {text}: 1 is match-all
    policy_map, ///< {text}
    class_, ///< {text}
    profile, ///< {text}: "0/0/CPU0"
    access_list, ///< {text}
    statics,
    bgp, ///< {text}: the AS number
    link_state, ///< {text}
    own_as, ///< {times}
    most_paths, ///< {paths}
    relaxed_paths,
    lldp_local, ///< {text}
    lldp_port_id, ///< {text}
    lldp_description, ///< {text}
    lldp_system, ///< {text}

    // Lines of a location; their number is the traffic class.
    internal, ///< {class} {pause} {headroom} {ecn} {max} {percent}; {class} alone: the chip's own values
    extended, ///< {class} {text}; {class} alone: the chip's own values

    // Lines of the router and of a port.
    watchdog, ///< {state}
    watchdog_interval, ///< {milliseconds}
    watchdog_shutdown, ///< {times}
    watchdog_restore, ///< {times}

    // Lines of a class-map.
    match_dscp, ///< {points}
    match_cos, ///< {points}
    match_precedence, ///< {points}
    match_list, ///< {text}
    match_label, ///< {text}: packets of MPLS
    match_class, ///< {classes}
    match_other, ///< {text}

    // Lines of a class of a policy-map.
    set_class, ///< {class}
    set_dscp, ///< {points}
    police, ///< {text}
    child, ///< {text}: a policy-map for the packets of the class
    priority, ///< {level}
    share, ///< {percent} of what remains
    ratio, ///< {weight}
    limit, ///< {rate}
    marks, ///< random-detect ecn
    curve, ///< {minimum} {maximum} {percent}

    // Lines of a port.
    service_in, ///< {text}
    service_out, ///< {text}
    description, ///< {text}
    mtu, ///< {bytes}: the largest frame
    ip_mtu, ///< {bytes}
    shutdown,
    switched, ///< l2transport
    fec, ///< {fec}
    pfc, ///< {state}
    link_pause, ///< {how}: a Pause
    bundle, ///< {number} {how}
    address, ///< {text}
    address6, ///< {text}
    vrf, ///< {text}

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }
[[nodiscard]] inline LineKind says(const line_cli::Fact& fact) { return static_cast<LineKind>(fact.kind); }

/// What a line of kind `link_pause` says, as bits: the port sends pause, or obeys it.
enum class Pause : std::uint8_t { sends = 1, obeys = 2, both = 3 };

/// The measures of a threshold: Term::measure.
inline constexpr std::uint8_t in_bytes = 0;
inline constexpr std::uint8_t in_other_units = 1; ///< units without a stated size, packets, times and shares

/// Of a line of kind `internal` or `extended`: whether it states values.
[[nodiscard]] inline bool has_values(const line_cli::Fact& line)
{
    return line.statement->pattern.slots() > 1;
}
/// Whether a value of a line is in bytes.
[[nodiscard]] bool is_in_bytes(const line_cli::Fact& line, std::size_t slot);

/// The rows, with the modules and guides that document them.
[[nodiscard]] const line_cli::Grammar& grammar();
/// The row of a kind that has this slot as its second one, or that has one slot if `slot` is empty.
[[nodiscard]] const line_cli::Statement* row_with(LineKind kind, std::string_view slot);
/// Which lines belong to which port.
[[nodiscard]] const line_cli::PortBlocks& port_blocks();

}
