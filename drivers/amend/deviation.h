// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/difference.h"

#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// What keeps one reading of a device from being an earlier one with some changes made, and nothing else.
struct Deviation {
    std::vector<std::uint32_t> not_made; ///< indices of the changes
    std::vector<Difference>
        more; ///< what changed and belongs to none of the changes; ports are those of `before`
    [[nodiscard]] bool none() const { return not_made.empty() && more.empty(); }
};

/// Holds `after` against `before` with these changes, whose ports are those of `before`. Ports are matched by name where
/// the two readings have them at different places; a change of a port that is gone is not made.
[[nodiscard]] Deviation deviation(const Device& before, const Device& after, std::span<const Change> changes);

/// Whether the difference harms no RDMA and need not be asked for: a line of the whole switch (a watchdog's interval) also starts the
/// watchdog of a port that is switched off or not known to pause any priority; a mode that pauses brings buffer pools of its own to a
/// switch of which none is known.
[[nodiscard]] bool is_side_effect(const Difference& difference, const Device& before);

/// "mtu of Ethernet4", "hashing of the device".
[[nodiscard]] std::string describe(const Difference& difference, const Device& device);

}
