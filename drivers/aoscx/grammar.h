// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/read/stanza_index.h"

#include <cstdint>

namespace rocelint::aoscx {

using namespace line_cli::vocabulary;

/// The contexts of a configuration that have lines of their own, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1; ///< config
inline constexpr line_cli::Scopes port = 2; ///< config-if, config-lag-if, config-if-vlan
inline constexpr line_cli::Scopes queues = 4; ///< qos queue-profile
inline constexpr line_cli::Scopes schedule = 8; ///< qos schedule-profile
inline constexpr line_cli::Scopes threshold = 16; ///< qos threshold-profile
inline constexpr line_cli::Scopes bgp = 32; ///< router bgp, and an address family in it
inline constexpr line_cli::Scopes vsx = 64;
inline constexpr line_cli::Scopes vlan = 128;
inline constexpr line_cli::Scopes aside = 256; ///< nothing inside affects RDMA
}

/// The kinds of lines, by meaning. Values are in the order of the slots named here; {text} is Fact::text.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    hostname, ///< {text}
    product, ///< {text}: of show system
    port_, ///< {text}: "1/1/1"
    lag, ///< {text}: "101"
    vlan_interface, ///< {text}: "10"
    loopback, ///< {text}
    tunnel, ///< {text}
    vxlan, ///< {text}
    vlan,
    queue_profile, ///< {text}
    schedule_profile, ///< {text}
    threshold_profile, ///< {text}
    vsx,
    peer_link, ///< {text}: the link between two VSX switches
    bgp, ///< {text}: the AS number
    link_state, ///< {text}
    route, ///< {text}
    mac_timeout, ///< {seconds}
    own_as, ///< {text} {times}
    most_paths, ///< {paths}

    pcp_in, ///< {pcp} {class}; its number is the code point
    dscp_in, ///< {points} {class}
    dscp_out, ///< {classes} {dscp}
    pool, ///< {index} {percent, thousandths} {kilobytes} {priorities}; its number is the index
    apply_queues, ///< {text}: "NAME schedule-profile NAME"
    watchdog_times, ///< {milliseconds} {milliseconds}
    dcbx, ///< {version}
    switch_dcbx, ///< {version}

    // Lines of the switch and of a port.
    trust, ///< {field}, or {class} for trust none
    apply_thresholds, ///< {text}
    service, ///< a policy, which may classify otherwise

    // Lines of a queue profile.
    mapped, ///< {queue} {local priorities}; its number is the queue

    // Lines of a schedule profile; their number is the queue.
    served, ///< {queue} {weight} {rate} {burst}, or {queue} {rate} {burst} for a strict queue

    // Lines of a threshold profile; their number is the queue.
    marks, ///< {queue} {low} {high}, or {queue} {both}
    drops, ///< {queue} {colour} {low} {high} {percent}

    // Lines of a port.
    description, ///< {text}
    mtu, ///< {bytes}: the largest frame without its header
    ip_mtu, ///< {bytes}
    shutdown, ///< negated: off, which means up
    routing, ///< negated: off, which means switched
    speed, ///< {speed}
    fec, ///< {fec}
    member, ///< {number} of the LAG
    access, ///< {vlan}
    tagged_native, ///< {vlan}: every frame of the trunk has a tag
    native, ///< {vlan}
    address, ///< {text}
    address6, ///< {text}
    vrf, ///< {text}
    link_pause, ///< {pool}, or nothing if pause is only obeyed
    pfc, ///< {text}: "rxtx 3 rx 4"
    watchdog,
    cable, ///< {metres}
    headroom, ///< {priority} {bytes}; its number is the priority, as of the next two
    xoff, ///< {priority} {exponent plus `exponent_zero`}, or {priority} {bytes}
    xon, ///< {priority} {bytes}
    apply_schedule, ///< {text}
    port_limit, ///< {rate} {burst}
    rewrite_dscp,

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }
[[nodiscard]] inline LineKind says(const line_cli::Fact& fact) { return static_cast<LineKind>(fact.kind); }

/// The exponents of dynamic thresholds begin at -7: a line's value is the exponent plus this.
inline constexpr std::int64_t exponent_zero = 7;
/// A kilobyte: the packet buffer of 32 MB is one of 32768 kilobytes (show qos pool), and a delta of 12 of them is 12288
/// bytes.
inline constexpr std::uint64_t kilobyte = 1024;

/// For a line of kind `xoff`: whether the threshold is a size.
[[nodiscard]] inline bool is_static(const line_cli::Fact& line)
{
    return line.statement->slots[1].name == "bytes";
}
/// For a line of kind `marks`: whether it has one threshold, above which every packet is marked.
[[nodiscard]] inline bool is_step(const line_cli::Fact& line) { return line.statement->pattern.slots() == 2; }
/// For a line of kind `served`: whether the queue is strict.
[[nodiscard]] inline bool is_strict(const line_cli::Fact& line)
{
    return line.statement->slots[1].name != "weight";
}
/// For a line of kind `link_pause`: whether the port also sends pause.
[[nodiscard]] inline bool sends_pause(const line_cli::Fact& line)
{
    return line.statement->pattern.slots() != 0;
}
/// For a line of kind `trust`: whether the port assigns a local priority regardless of the marking of
/// packets.
[[nodiscard]] inline bool gives_class(const line_cli::Fact& line)
{
    return line.statement->slots[0].name == "class";
}

/// A rate in percent of the link: the measure of the term behind a rate.
[[nodiscard]] bool is_share(const line_cli::Value& rate);

/// The rows, with the guides that document them.
[[nodiscard]] const line_cli::Grammar& grammar();
/// The row of a kind that writes lines with this word as the name of its first or second slot.
[[nodiscard]] const line_cli::Statement* row_with(LineKind kind, std::string_view slot);
/// Which lines belong to which port.
[[nodiscard]] const line_cli::PortBlocks& port_blocks();

}
