// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/fabric/priority.h"
#include "models/fabric/property.h"
#include "models/fabric/qos.h"
#include "models/fabric/quantity.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace rocelint {

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

}
