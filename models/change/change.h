// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/fabric/property.h"
#include "models/fabric/qos.h"
#include "models/fabric/value/priority.h"
#include "models/fabric/value/quantity.h"
#include "models/fabric/value/word.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace rocelint {

/// How a device behaves while a correction is applied.
enum class FixClass : std::uint8_t {
    none,
    hitless, ///< no loss
    disruptive, ///< drains or reprograms buffers, flaps ports, or renegotiates DCBX
    manual, ///< shown, never applied
};

template <>
inline constexpr auto words_of<FixClass> = words_detail::list("none", "hitless", "disruptive", "manual");

/// Priorities to add to a set and to remove from it. All others stay as they are.
struct PriorityDelta {
    PrioritySet add;
    PrioritySet remove;
    friend bool operator==(const PriorityDelta&, const PriorityDelta&) = default;
};

/// One entry of a map: `from` (a code point or class, depending on the kind) maps to `to`. Numbers are the
/// device's own.
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

/// A setting in a subnet manager's files. For Property::manager, the option `what` gets the value `text`,
/// whether or not a line states it now. For other properties, the text `what` of the files becomes `text`.
/// Neither holds a secret.
struct ManagerText {
    std::string what;
    std::string text;
    friend bool operator==(const ManagerText&, const ManagerText&) = default;
};

/// The value that a Change sets. Each property's row (properties.h) lists the alternatives it takes. For
/// `headroom`, PriorityDelta gives the groups of those priorities headroom for the port's speed and cable
/// length, or removes it; Bytes is what the group of priority `number` absorbs after XOFF. For `mtu`, Bytes
/// is the largest frame of a switch port, or the largest IP packet of a host's port. The byte of
/// `rdma_marking` is the type of service, that of `cnp_marking` the DSCP. HashFields are the fields to add to
/// the ECMP hash.
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

/// One correction in neutral terms: sets a property of a device or of one of its ports to a value. Drivers
/// turn it into edits of the files and into the device's own commands.
struct Change {
    PortId port; ///< port index Port::no_index for the whole device
    Property property = Property::pfc;
    /// The queue for ecn, ecn_thresholds and scheduler; the priority for headroom in bytes; the priority
    /// group for buffer_threshold and reserve; else unused.
    std::uint8_t number = 0xff;
    ChangeValue value;
    /// The map or profile that the port uses is itself wrong: it changes for all its users.
    bool shared = false;
    FixClass fix_class = FixClass::hitless;
    friend bool operator==(const Change&, const Change&) = default;
};

/// The value, if the change has one of this type; else null.
template <class Value>
[[nodiscard]] const Value* value_of(const Change& change)
{
    return std::get_if<Value>(&change.value);
}

/// Whether the two changes exclude each other.
[[nodiscard]] bool contradict(const Change& a, const Change& b);
/// Merges `other` into `kept` if both are changes of the same port and property and can be one change.
[[nodiscard]] bool merge_into(Change& kept, const Change& other);
/// Whether the device is already as the change wants it.
[[nodiscard]] bool is_made(const Device& device, const Change& change);
/// "PFC on for priority 3", for messages.
[[nodiscard]] std::string describe(const Change& change);

[[nodiscard]] const char* name_of(FixClass fix_class);

}
