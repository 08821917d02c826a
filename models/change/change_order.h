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

/// Parts each change that both gives and takes (PFC on for 3 and off for 4) into two, so that every change has one phase.
[[nodiscard]] std::vector<Change> one_way(std::span<const Change> changes);

/// The phase of a change, judged from the device's present state and from `all` the changes that are made together: what
/// one of them makes lossless counts as lossless. Of traffic whose class nobody knows, a new mark is map_in: last is safe.
[[nodiscard]] Phase phase_of(const Device& device, const Change& change, std::span<const Change> all);
[[nodiscard]] inline Phase phase_of(const Device& device, const Change& change)
{
    return phase_of(device, change, {&change, 1});
}

/// The changes by phase, in order, as indices in ascending order; phases without a change are left out. Phase::any is
/// there only where nothing else is. A change that both gives and takes must have been parted (one_way).
[[nodiscard]] std::vector<std::pair<Phase, std::vector<std::uint32_t>>> split(
    const Device& device, std::span<const Change> changes);

/// Some changes of one device that are made together.
struct FabricStep {
    std::uint32_t device = 0; ///< in the Fabric
    Phase phase = Phase::any;
    std::vector<std::uint32_t> ports; ///< that it touches; empty: the whole device
};

/// Which steps must be done before which others, as pairs of indices (first, then), sorted: those of one device by their
/// phases, and across a cable the receiver's headroom and PFC before its sender's map_in, and the sender's map_out before
/// they go. Phases rise along every pair, so that there is always an order: by phase.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> must_precede(
    const Fabric& fabric, std::span<const FabricStep> steps);

/// Whether what must_precede() and unsafe_step() prove of a device's neighbours may no longer hold where one of them has
/// changed in this.
[[nodiscard]] bool order_rests_on(const Difference& difference);

/// Says which of the states of one device, before any step and after each, newly has traffic in a priority that is
/// lossless before or after all steps while it lacks PFC or headroom: "after step 2, Ethernet4 has DSCP 26 in priority 3
/// without headroom". Nothing where none does. What a class becomes that ends without PFC on purpose is no fault, and
/// what was wrong before the first step stays so without being told. What the model does not know is not judged. States
/// have the same ports.
[[nodiscard]] std::optional<std::string> unsafe_step(std::span<const Device* const> states);

}
