// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/change/difference.h"
#include "models/change/phase.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rocelint {

/// Splits each change that both adds and removes (PFC on for 3 and off for 4) in two, so that every change
/// has one phase.
[[nodiscard]] std::vector<Change> one_way(std::span<const Change> changes);

/// The phase of a change, given the device's present state and `all` changes that are made together: a class
/// that one of them makes lossless counts as lossless. A new marking for traffic of unknown class is map_in,
/// because last is safe.
[[nodiscard]] Phase phase_of(const Device& device, const Change& change, std::span<const Change> all);
[[nodiscard]] inline Phase phase_of(const Device& device, const Change& change)
{
    return phase_of(device, change, {&change, 1});
}

/// The changes by phase, in order, as ascending indices; empty phases are left out. Phase::any appears only
/// if there is no other phase. Changes that both add and remove must have been split (one_way).
[[nodiscard]] std::vector<std::pair<Phase, std::vector<std::uint32_t>>> split(
    const Device& device, std::span<const Change> changes);

/// Changes of one device that are made together.
struct FabricStep {
    std::uint32_t device = 0; ///< index in the Fabric
    Phase phase = Phase::any;
    std::vector<std::uint32_t> ports; ///< ports that the step touches; empty: the whole device
};

/// Which steps must precede which others, as sorted pairs of indices (first, then). Steps of one device are
/// ordered by phase. Across a cable, the receiver's headroom and PFC come before the sender's map_in, and the
/// sender's map_out before the receiver removes them. Phases never fall along a pair, so ordering by phase is
/// always valid.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> must_precede(
    const Fabric& fabric, std::span<const FabricStep> steps);

/// Whether a neighbor's change in this property may invalidate what must_precede() and unsafe_step() have
/// proven.
[[nodiscard]] bool order_rests_on(const Difference& difference);

/// Finds a state of one device, before any step or after one, that newly carries traffic in a priority which
/// is lossless before or after all steps but lacks PFC or headroom: "after step 2, Ethernet4 has DSCP 26 in
/// priority 3 without headroom". Nothing if there is none. A class that ends without PFC on purpose is not a
/// fault, and faults from before the first step are not reported. Unread settings are not judged. All states
/// have the same ports.
[[nodiscard]] std::optional<std::string> unsafe_step(std::span<const Device* const> states);

}
