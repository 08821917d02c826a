// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change_order.h"

#include <span>
#include <vector>

namespace rocelint::workspace {

/// The planned steps of one device, and the wanted changes that are not made.
struct DeviceSteps {
    std::uint32_t device = 0; ///< index in the fabric
    std::vector<FabricStep> steps;
    std::vector<Change> not_made;
};

/// A device that must not send more traffic into a lossless class, and the device that would not be ready for
/// it: the other end of a cable, or the sender itself.
struct HeldBack {
    std::size_t sender = 0; ///< index in the `devices` given
    std::uint32_t receiver = 0; ///< index in the fabric
};

/// The senders whose map_in steps would have to wait (must_precede) for headroom or PFC that no step makes.
[[nodiscard]] std::vector<HeldBack> senders_to_hold_back(
    const Fabric& fabric, std::span<const DeviceSteps> devices);

/// Whether a change, or a part of it, moves traffic into a lossless class, according to phase_of() among
/// `all`.
[[nodiscard]] bool moves_traffic_in(const Device& device, const Change& change, std::span<const Change> all);

}
