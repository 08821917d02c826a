// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/step_runner.h"

#include <map>
#include <string>
#include <vector>

namespace rocelint::push {

/// What the neighbours of some devices came to since a plan was made, by name.
struct NeighbourNews {
    std::map<std::string, std::string, std::less<>> changed; ///< a sentence without a full stop
    std::map<std::string, std::string, std::less<>> unread; ///< why they could not be read again
};

/// Whether the order of a step rests on what its device's neighbours are like: one that brings traffic into a lossless class
/// needs receivers that are ready for it, and one that takes PFC or headroom away needs senders that no longer need them.
[[nodiscard]] bool rests_on_neighbours(const PlanStep& step);

/// Reads the neighbours of these devices again. `left`: the state in which this push left a device of the plan, where it
/// has changed it; of all others the plan knows the state.
[[nodiscard]] NeighbourNews look_at_neighbours(const PushContext& context,
    const Plan& plan,
    const std::vector<const PlanDevice*>& devices,
    const std::map<std::string, std::string>& left);

/// Why a step must not be begun now; empty where nothing speaks against it.
[[nodiscard]] std::string changed_neighbour(
    const PlanDevice& device, const PlanStep& step, const NeighbourNews& news);
/// Which of the neighbours that a step rests on could not be read again; empty: none.
[[nodiscard]] std::string unread_neighbours(
    const PlanDevice& device, const PlanStep& step, const NeighbourNews& news);

}
