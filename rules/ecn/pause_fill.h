// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/physics/threshold.h"
#include "rules/ecn/bound_profiles.h"

#include <optional>
#include <string>

namespace rocelint {

/// The fill of an egress queue at which the priority groups that feed it send pause.
struct PauseFill {
    bool fixed = false; ///< true: the groups pause at `pause_at`; false: at their share of `shared`
    Bytes pause_at;
    physics::Alpha alpha;
    Bytes shared; ///< bytes that the groups share
    bool at_most = false; ///< the pool's size is unknown, so `shared` is the packet memory, an upper bound
    const catalog::Asic* asic = nullptr;
    std::string_view shipped; ///< the shipped table that the threshold comes from, if none is configured
    OriginId threshold; ///< where the threshold is stated
    OriginId size; ///< where the pool's size is stated

    /// The margin for `ports` groups that fill one queue together, compared with the fill `at` at which
    /// marking starts.
    [[nodiscard]] physics::EcnMargin margin(std::uint32_t ports, Bytes at) const;
};

/// Computes the fill for the lossless groups of one class on a switch's RoCE ports. If ports differ, uses the
/// group that pauses last, so that a queue that fails with it fails with all. nullopt if a group's threshold
/// or pool is unknown; `reason` then says why, and is empty if the question does not arise (deep buffers).
[[nodiscard]] std::optional<PauseFill> pause_fill(
    const Analysis& analysis, std::uint32_t device_index, Priority priority, std::string& reason);

/// The number of ports that must feed a queue of this port at once before the queue grows: one if the switch
/// has a faster RoCE port, otherwise two.
[[nodiscard]] std::uint32_t feeding_ports(const Analysis& analysis, PortId port);

/// The smallest number of feeding ports that makes a queue of a bound profile grow, and one port where it
/// does.
struct Congestion {
    PortId port;
    std::uint32_t ports = 2;
};
[[nodiscard]] Congestion easiest_congestion(
    const Analysis& analysis, std::uint32_t device_index, const BoundProfile& bound);

/// "1: 4096 bytes, 2: 8192 bytes": the fill at which pause starts for 1, 2, 4, ... `most` feeding ports.
[[nodiscard]] std::string list_fills(const PauseFill& fill, std::uint32_t most, Bytes at);

/// The number of RoCE ports of a switch.
[[nodiscard]] std::uint32_t count_roce_ports(const Analysis& analysis, std::uint32_t device_index);

}
