// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "models/catalog/asic.h"
#include "models/physics/threshold.h"

#include <optional>
#include <string>

namespace rocelint {

/// The fill of an egress queue at which the priority groups that feed it send pause.
struct PauseFill {
    bool fixed = false; ///< true: the groups pause at `pause_at`; false: at their share of `shared`
    Bytes pause_at;
    physics::Alpha alpha;
    Bytes shared; ///< bytes that the groups share; for a fixed fill, zero if unknown
    bool at_most = false; ///< the pool's size is unknown, so `shared` is the packet memory, an upper bound
    const catalog::Asic* asic = nullptr;
    std::string_view alpha_source; ///< the source that says how `alpha` follows from the threshold
    std::string_view
        shipped; ///< the shipped table that supplies the threshold where the configuration does not
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

/// The same for one port. Deep buffers are a reason here: the groups of such a switch do not share one pool.
[[nodiscard]] std::optional<PauseFill> pause_fill_of_port(
    const Device& device, const Port& port, Priority priority, std::string& reason);

}
