// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "drivers/line_cli/read/stanza_index.h"

#include <cstdint>

namespace rocelint::comware {

using namespace line_cli::vocabulary;

/// The views of a configuration that have lines of their own, as bits.
namespace scope {
inline constexpr line_cli::Scopes top = 1; ///< system view
inline constexpr line_cli::Scopes port = 2; ///< interface
inline constexpr line_cli::Scopes map = 4; ///< qos map-table
inline constexpr line_cli::Scopes table = 8; ///< qos wred queue table
inline constexpr line_cli::Scopes bgp = 16; ///< bgp, and an address family in it
inline constexpr line_cli::Scopes aside = 32; ///< nothing inside affects RDMA
}

/// The kinds of lines, by meaning. Values are in the order of the slots named here; {text} is Fact::text.
enum class LineKind : std::uint8_t {
    nothing, ///< not modelled

    sysname, ///< {text}
    model, ///< {text}: of display version
    interface_, ///< {text}: "HundredGigE1/0/1"
    map_table, ///< {text}: "dot1p-lp"
    wred_table, ///< {text}
    bgp, ///< {text}: the AS number
    link_state, ///< {text}
    route, ///< {text}
    mac_timeout, ///< {seconds}
    hash, ///< {text}
    service, ///< a QoS policy, which may classify otherwise
    buffer, ///< of the egress buffers, in force once they are applied
    apply_buffers,

    // Lines of the whole switch, or of one port.
    pfc, ///< {mode}
    no_drop, ///< {priorities}

    interval, ///< {units}: of deadlock detection; its number is the local precedence
    deadlock_action, ///< {action}
    headroom_pool, ///< {cells}; its number is that of the pool

    entry, ///< {points} {target}: of a map-table

    // Lines of a WRED table about a queue, which is their number.
    curve, ///< {queue} {level} {low} {high} {percent}
    curves, ///< {queue} {low} {high} {percent}: of all drop levels
    marks,
    averaging, ///< {queue} {exponent}
    // The same on a port.
    port_curve,
    port_curves,
    port_marks,
    port_averaging,

    own_as, ///< {text} {times}
    most_paths, ///< {paths}

    // Lines of a port.
    description, ///< {text}
    frame, ///< {bytes}: the largest frame; negated: off, which means that no jumbo frames pass
    mtu, ///< {bytes}
    shutdown, ///< negated: off, which means up
    link_mode, ///< {mode}
    speed, ///< {speed}
    fec,
    channel, ///< {number}
    peer_link, ///< {number}: the link between two switches of an M-LAG
    address, ///< {text}
    address6, ///< {text}
    vrf, ///< {text}
    link_pause,
    link_pause_in,
    trust, ///< {field}
    default_priority, ///< {priority}
    watchdog,
    recover_mode, ///< {mode}
    dcbx,
    dcbx_version, ///< {version}

    // Of an 802.1p value of a port, which is their number.
    headroom, ///< {value} {cells}
    reserve, ///< {value} {cells}
    share, ///< {value} {percent}
    fixed, ///< {value} {cells}
    offset, ///< {value} {cells}

    strict, ///< all queues
    wrr, ///< {unit}
    wfq, ///< {unit}
    served, ///< {queue} {group} {bytes} {weight}
    shaper, ///< {queue} {cir} {cbs}
    port_limit, ///< {rate}
    apply_table, ///< {text}; empty: the table of the default values

    count,
};
[[nodiscard]] constexpr std::uint8_t kind_of(LineKind what) { return static_cast<std::uint8_t>(what); }
[[nodiscard]] inline LineKind says(const line_cli::Fact& fact) { return static_cast<LineKind>(fact.kind); }

/// PFC forced on, or as far as DCBX finds both ends to agree.
enum class PfcMode : std::uint8_t { enable, automatic };
/// Which queues of a port are served together: one group before the others, or by weight.
enum class Group : std::uint8_t { strict, first, second };
/// The mode of a port: `port link-mode`.
enum class LinkMode : std::uint8_t { bridge, route };

/// The rows, with the manuals that document them.
[[nodiscard]] const line_cli::Grammar& grammar();
/// Which lines belong to which port.
[[nodiscard]] const line_cli::PortBlocks& port_blocks();

}
