// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/difference.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// A difference that no Change removes, or not completely.
struct LeftDifference {
    Difference difference; ///< `port` is that of the live device; Port::no_index if it has none
    std::string sentence; ///< "Ethernet4: the watchdog is on, and no change switches it off"
    bool unasked = false; ///< `wanted` does not mention it, so no other value was requested
};

/// The changes that turn a live device into the wanted one.
struct ChangesBetween {
    std::vector<Change> changes; ///< sorted by port, property and number
    std::vector<LeftDifference> left; ///< sorted
};

/// The Changes that make `live` mean what `wanted` says, for every property that differences() compares.
/// Ports are matched by name. Numbers of classes, queues and groups are the device's own, so both must be
/// readings of one device. A value that only one of the two states goes to `left`. `index` is that of the
/// live device in its Fabric.
[[nodiscard]] ChangesBetween changes_between(
    const Device& live, const Device& wanted, std::uint32_t index = 0);

/// The settings that a port receives together and that a port profile can state. Maps are shared by the ports
/// of a device, and buffers follow from speed and cable.
inline constexpr std::array port_idiom{Property::pfc,
    Property::trust,
    Property::ecn,
    Property::ecn_thresholds,
    Property::scheduler,
    Property::watchdog,
    Property::watchdog_timers};

/// The Changes that make a port mean the same as another port of its device, for these properties.
[[nodiscard]] std::vector<Change> changes_to_be_like(
    const Device& device, PortId port, std::uint32_t other, std::span<const Property> properties);

/// Returns `device` with its ports in the order of `like`. A port that only `like` has becomes a port without
/// a name; a port that only `device` has comes last. For differences() only: port numbers kept elsewhere (a
/// Fabric, a Change) mean other ports in the result.
[[nodiscard]] Device with_ports_like(const Device& device, const Device& like);

}
