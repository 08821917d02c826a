// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change_order.h"

#include <span>
#include <vector>

namespace rocelint::workspace {

/// What is planned on one device, and what was wanted on it and is not.
struct DeviceSteps {
    std::uint32_t device = 0; ///< in the fabric
    std::vector<FabricStep> steps;
    std::vector<Change> not_made;
};

/// A device that must not send more into a lossless class, and the one that would not be ready for it: the other end of a
/// cable, or itself.
struct HeldBack {
    std::size_t sender = 0; ///< index of the devices that were asked about
    std::uint32_t receiver = 0; ///< in the fabric
};

/// The senders whose steps of map_in would have to wait (must_precede) for headroom or PFC that nobody makes.
[[nodiscard]] std::vector<HeldBack> senders_to_hold_back(
    const Fabric& fabric, std::span<const DeviceSteps> devices);

/// Whether a change, or a part of it, brings traffic into a lossless class: phase_of among `all`.
[[nodiscard]] bool moves_traffic_in(const Device& device, const Change& change, std::span<const Change> all);

}
