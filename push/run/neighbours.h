// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/objection.h"
#include "push/run/step_runner.h"

#include <map>
#include <string>
#include <vector>

namespace rocelint::push {

/// How the neighbors of some devices have changed since a plan was made, by name.
struct NeighbourNews {
    std::map<std::string, std::string, std::less<>> changed; ///< what changed: a sentence without a period
    std::map<std::string, std::string, std::less<>> unread; ///< why they could not be read again
};

/// Whether the order of a step depends on its device's neighbors: a step that brings traffic into a lossless
/// class needs receivers that are ready for it, and a step that removes PFC or headroom needs senders that no
/// longer need them.
[[nodiscard]] bool rests_on_neighbours(const PlanStep& step);

/// Reads the neighbors of these devices again. `left` holds the state in which this push left each device
/// that it has changed; for all others, the plan has the state.
[[nodiscard]] NeighbourNews look_at_neighbours(const PushContext& context,
    const Plan& plan,
    const std::vector<const PlanDevice*>& devices,
    const std::map<std::string, std::string>& left);

/// Why a step must not begin now.
Objection changed_neighbour(const PlanDevice& device, const PlanStep& step, const NeighbourNews& news);
/// The neighbors that a step depends on and that could not be read again; empty: none.
[[nodiscard]] std::string unread_neighbours(
    const PlanDevice& device, const PlanStep& step, const NeighbourNews& news);

}
