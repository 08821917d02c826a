// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/difference.h"

#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// The differences between a later reading of a device and an earlier reading with some changes made.
struct Deviation {
    std::vector<std::uint32_t> not_made; ///< indices of the changes that are not made
    /// Differences that none of the changes explains; ports are those of `before`.
    std::vector<Difference> more;
    [[nodiscard]] bool none() const { return not_made.empty() && more.empty(); }
};

/// Compares `after` with `before` plus these changes, whose ports are those
/// of `before`. Matches ports by name where their indices differ between
/// the two readings; a change to a port that no longer exists is not made.
[[nodiscard]] Deviation deviation(const Device& before, const Device& after, std::span<const Change> changes);

/// Whether the difference harms no RDMA traffic and needs no consent: a device-wide line (a watchdog's
/// interval) also starts the watchdog of a port that is shut down or not known to pause any priority; a mode
/// that pauses adds its own buffer pools to a switch with no known pools.
[[nodiscard]] bool is_side_effect(const Difference& difference, const Device& before);

/// "mtu of Ethernet4", "hashing of the device".
[[nodiscard]] std::string describe(const Difference& difference, const Device& device);

}
