// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/fabric/priority.h"
#include "models/fabric/property.h"
#include "models/fabric/qos.h"
#include "models/fabric/quantity.h"
#include "models/fabric/word.h"

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

template <>
inline constexpr auto words_of<FixClass> = words_detail::list("none", "hitless", "disruptive", "manual");

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

/// What a subnet manager's files are to say. Of Property::manager: the option `what` has the value `text`, whether a line states
/// it by now or not. Of others: the text `what` of its files becomes `text`. No secret is in either.
struct ManagerText {
    std::string what;
    std::string text;
    friend bool operator==(const ManagerText&, const ManagerText&) = default;
};

/// What a Change sets. Which of these a property takes stands in its row (properties.h). PriorityDelta of `headroom`: the
/// groups of those priorities get headroom for the port's speed and cable length, or lose it; its Bytes: what the group of
/// priority `number` absorbs after XOFF. Bytes of `mtu`: the largest frame of a switch port, the largest IP packet of a
/// host's. Byte of `rdma_marking`: type of service; of `cnp_marking`: DSCP. HashFields: those that equal-cost routes are
/// chosen by, besides those that already are.
using ChangeValue = std::variant<PriorityDelta,
    bool,
    Trust,
    MapEntry,
    EcnTarget,
    EcnShares,
    WatchdogTarget,
    Bytes,
    std::uint8_t,
    RoceVersion,
    BitsPerSecond,
    Fec,
    Metres,
    SchedulerTarget,
    DynamicThreshold,
    HashFields,
    ManagerText>;

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
