// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/difference.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// A difference that no Change makes away, or not all of it.
struct LeftDifference {
    Difference difference; ///< its port is that of the live device; Port::no_index where it has none
    std::string sentence; ///< "Ethernet4: the watchdog is on, and no change switches it off"
    bool unasked = false; ///< `wanted` says nothing of it: a difference, but not against anybody's will
};

/// What makes a live device mean what is wanted.
struct ChangesBetween {
    std::vector<Change> changes; ///< sorted by port, property and number
    std::vector<LeftDifference> left; ///< sorted
};

/// The Changes that make `live` mean what `wanted` says, for every property that differences() compares. Ports are matched
/// by name; numbers of classes, queues and groups are the device's own, so both must be readings of one device. What only
/// one of the two tells is left. `index` is that of the live device in its Fabric.
[[nodiscard]] ChangesBetween changes_between(
    const Device& live, const Device& wanted, std::uint32_t index = 0);

/// What a port is given together, and what a port profile can state. Maps are shared by the ports of a device, and buffers follow
/// from speed and cable.
inline constexpr std::array port_idiom{Property::pfc,
    Property::trust,
    Property::ecn,
    Property::ecn_thresholds,
    Property::scheduler,
    Property::watchdog,
    Property::watchdog_timers};

/// The Changes that make a port mean what another port of its device means, of these properties.
[[nodiscard]] std::vector<Change> changes_to_be_like(
    const Device& device, PortId port, std::uint32_t other, std::span<const Property> properties);

/// `device` with its ports in the order of `like`; what `like` has besides is a port without a name, what it lacks comes
/// last. For differences(): numbers of ports that others keep (a Fabric, a Change) mean another port in it.
[[nodiscard]] Device with_ports_like(const Device& device, const Device& like);

}
