// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

enum class Severity : std::uint8_t { info, warning, error };

/// What a rule looks at, from the most to the least specific. Of two findings about one subject the more specific
/// stands and the other is listed under it.
enum class Scope : std::uint8_t { host, link, port, device, fabric };

/// What would have to change to mend a finding. Shared by Finding, Change, diff and drift.
enum class Property : std::uint8_t {
    pfc,
    link_pause,
    ecn,
    ecn_thresholds,
    trust,
    dscp_map,
    pcp_map,
    queue_map,
    priority_group_map,
    scheduler,
    bandwidth,
    mtu,
    headroom,
    buffer_threshold,
    buffer_pool,
    watchdog,
    watchdog_timers,
    speed,
    cabling,
    capacity, ///< bandwidth that a device has upwards, downwards or for each GPU
    fec,
    bit_errors,
    media, ///< the cable or optic in a port
    power_saving, ///< Energy-Efficient Ethernet
    hashing, ///< how flows are spread over equal paths
    software, ///< the version of the operating system
    rdma_marking, ///< DSCP that the host or job puts on RDMA packets
    roce_version,
    cnp_marking,
    dscp_rewrite, ///< DSCP that a port writes over the one of packets that leave by it
    congestion_control, ///< DCQCN on the NIC
    forwarding, ///< which way packets go
    headroom_table, ///< the table that headroom is taken from by speed and cable length
    headroom_pool, ///< the pool that ports share for headroom
    syntax,
};

/// How a correction behaves when it is applied.
enum class FixClass : std::uint8_t {
    none,
    hitless, ///< no loss while it is applied
    disruptive, ///< drains or reprograms buffers, flaps ports, or renegotiates DCBX
    manual, ///< shown, never applied
};

/// The identity of a fault: which property of what is wrong. Not the span, since an absent line has none.
struct Subject {
    static constexpr std::uint8_t whole = 0xff;
    PortId port; ///< port index Port::no_index for the whole device
    Property property = Property::pfc;
    /// Priority (for pfc, ecn, headroom, watchdog) or DSCP (for maps and marking); `whole` for all.
    std::uint8_t number = whole;
    friend constexpr auto operator<=>(const Subject&, const Subject&) = default;
};

/// A second place that belongs to a finding.
struct Related {
    Span at;
    std::string message;
    std::string_view code; ///< of a folded finding; empty for evidence
};

struct Rule;

/// One fault with its evidence.
struct Finding {
    const Rule* rule = nullptr;
    Severity severity = Severity::error;
    std::string message; ///< one sentence: what is wrong and what follows from it
    Span at;
    std::vector<Subject> subjects; ///< the first is the one that is named as device and port
    std::vector<Related> related;
    std::string fix; ///< one sentence in the imperative, or empty
    FixClass fix_class = FixClass::none;
    /// Ports that share this very fault through one line (a profile, a range), beyond the first.
    std::vector<PortId> also_on;
    /// Reason of the waiver that covers it; empty for none.
    std::string waived;
};

/// A check that could not be made, and why.
struct NotChecked {
    const Rule* rule = nullptr;
    PortId port;
    std::string reason;
    std::uint32_t ports = 1; ///< how many ports of the device share this row
};

[[nodiscard]] const char* name_of(Severity severity);
[[nodiscard]] const char* name_of(Scope scope);
[[nodiscard]] const char* name_of(FixClass fix_class);
[[nodiscard]] const char* name_of(Property property);

}
