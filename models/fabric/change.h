// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/fabric/priority.h"
#include "models/fabric/qos.h"
#include "models/fabric/quantity.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace rocelint {

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
    cable_length, ///< as configured for headroom
    reserve, ///< bytes that a priority group has for itself
    lossless_packet, ///< the largest packet that a device counts on when it works headroom out
    syntax,
};

/// How a correction behaves when it is applied.
enum class FixClass : std::uint8_t {
    none,
    hitless, ///< no loss while it is applied
    disruptive, ///< drains or reprograms buffers, flaps ports, or renegotiates DCBX
    manual, ///< shown, never applied
};

/// Priorities to add to a set and to take out of it. What neither names stays as it is.
struct PriorityDelta {
    PrioritySet add;
    PrioritySet remove;
    friend bool operator==(const PriorityDelta&, const PriorityDelta&) = default;
};

/// One entry of a map: `from` (a code point or class, by the map's kind) leads to `to`. Numbers are the device's own.
struct MapEntry {
    MapKind kind = MapKind::dscp_to_tc;
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    friend bool operator==(const MapEntry&, const MapEntry&) = default;
};

/// Marking of one queue: thresholds and probability of the curve that unmetered traffic meets.
struct EcnTarget {
    Bytes min_threshold;
    Bytes max_threshold;
    Percent max_probability;
    friend bool operator==(const EcnTarget&, const EcnTarget&) = default;
};

/// Stuck-pause protection of one port. Absent members stay as they are, or take the platform's default.
struct WatchdogTarget {
    PrioritySet priorities;
    std::optional<Milliseconds> detection;
    std::optional<Milliseconds> restoration;
    std::optional<Milliseconds> poll;
    friend bool operator==(const WatchdogTarget&, const WatchdogTarget&) = default;
};

/// How one queue is served. Absent members stay as they are, or take the platform's default; a strict queue has no
/// share of its own.
struct SchedulerTarget {
    SchedulerKind kind = SchedulerKind::weighted;
    std::optional<Percent> bandwidth;
    std::optional<std::uint32_t> weight;
    friend bool operator==(const SchedulerTarget&, const SchedulerTarget&) = default;
};

/// A dynamic threshold as the platform writes it (BufferProfile::dynamic_threshold).
struct DynamicThreshold {
    std::int64_t value = 0;
    friend bool operator==(const DynamicThreshold&, const DynamicThreshold&) = default;
};

/// What a Change sets, by its property:
///
/// | property | value |
/// |---|---|
/// | pfc (both directions), congestion_control | PriorityDelta |
/// | headroom | PriorityDelta: groups of those priorities get headroom for the port's speed and cable length, or lose it. Bytes: what the group of priority `number` absorbs after XOFF |
/// | link_pause, power_saving | bool |
/// | trust | Trust |
/// | dscp_map, pcp_map, queue_map, priority_group_map, dscp_rewrite | MapEntry |
/// | ecn, ecn_thresholds | EcnTarget |
/// | watchdog, watchdog_timers | WatchdogTarget |
/// | mtu | Bytes: largest frame of a switch port, largest IP packet of a host's |
/// | rdma_marking, cnp_marking | a byte: type of service, DSCP |
/// | roce_version | RoceVersion of the connection manager |
/// | speed | BitsPerSecond |
/// | fec | Fec |
/// | cable_length | Metres |
/// | scheduler | SchedulerTarget |
/// | buffer_threshold, reserve | DynamicThreshold, Bytes: of the priority group `number` |
/// | lossless_packet (whole device) | Bytes |
/// | hashing (whole device) | HashFields that equal-cost routes are chosen by, besides those that already are |
using ChangeValue = std::variant<PriorityDelta,
    bool,
    Trust,
    MapEntry,
    EcnTarget,
    WatchdogTarget,
    Bytes,
    std::uint8_t,
    RoceVersion,
    BitsPerSecond,
    Fec,
    Metres,
    SchedulerTarget,
    DynamicThreshold,
    HashFields>;

/// One correction in neutral terms: a property of a device, or of one of its ports, gets a value. Drivers turn it into
/// edits of the files and into the device's own commands.
struct Change {
    PortId port; ///< port index Port::no_index for the whole device
    Property property = Property::pfc;
    /// The queue for ecn, ecn_thresholds and scheduler; the priority for headroom in bytes; the priority group for
    /// buffer_threshold and reserve; else unused.
    std::uint8_t number = 0xff;
    ChangeValue value;
    /// The map or profile itself that the port uses is at fault: it changes for everything that uses it.
    bool shared = false;
    FixClass fix_class = FixClass::hitless;
    friend bool operator==(const Change&, const Change&) = default;
};

/// Two changes that cannot both be made.
[[nodiscard]] bool contradict(const Change& a, const Change& b);
/// Makes one change of two of the same port and property that do not contradict each other, where that is possible.
[[nodiscard]] bool merge_into(Change& kept, const Change& other);
/// Whether the device is as the change wants it.
[[nodiscard]] bool is_made(const Device& device, const Change& change);
/// "PFC on for priority 3", for people.
[[nodiscard]] std::string describe(const Change& change);

[[nodiscard]] const char* name_of(FixClass fix_class);
[[nodiscard]] const char* name_of(Property property);

}
