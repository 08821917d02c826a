// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/physics/threshold.h"
#include "rules/ecn/bound_profiles.h"

#include <optional>
#include <string>

namespace rocelint {

/// At which fill of an egress queue the priority groups that feed it send pause.
struct PauseFill {
    bool fixed = false; ///< the groups pause at `pause_at`; else at their share of `shared`
    Bytes pause_at;
    physics::Alpha alpha;
    Bytes shared; ///< bytes that the groups share
    bool at_most
        = false; ///< the size of the pool is not known: `shared` is the packet memory, an upper bound
    const catalog::Asic* asic = nullptr;
    std::string_view
        shipped; ///< the shipped table that the threshold was taken from, where none is configured
    OriginId threshold; ///< where the threshold is stated
    OriginId size; ///< where the pool's size is stated

    /// Of `ports` groups that fill one queue together, against the fill `at` from which packets are marked.
    [[nodiscard]] physics::EcnMargin margin(std::uint32_t ports, Bytes at) const;
};

/// For the lossless groups of one class on the RoCE ports of a switch. Where ports differ, the group that pauses
/// last counts, so that a queue that fails with it fails with all. Nothing where a group's threshold or its pool is
/// not known; `reason` then says why, and is empty where the question does not arise (deep buffers).
[[nodiscard]] std::optional<PauseFill> pause_fill(
    const Analysis& analysis, std::uint32_t device_index, Priority priority, std::string& reason);

/// How many ports must feed a queue of this port at once before it grows: one if the switch has a faster RoCE port,
/// else two.
[[nodiscard]] std::uint32_t feeding_ports(const Analysis& analysis, PortId port);

/// The ports of a bound profile whose queues grow with the fewest feeding ports come first: that number and one port.
struct Congestion {
    PortId port;
    std::uint32_t ports = 2;
};
[[nodiscard]] Congestion easiest_congestion(
    const Analysis& analysis, std::uint32_t device_index, const BoundProfile& bound);

/// "1: 4096 bytes, 2: 8192 bytes": the fill at which pause starts for 1, 2, 4, ... up to `most` feeding ports.
[[nodiscard]] std::string list_fills(const PauseFill& fill, std::uint32_t most, Bytes at);

/// RoCE ports of a switch.
[[nodiscard]] std::uint32_t count_roce_ports(const Analysis& analysis, std::uint32_t device_index);

}
