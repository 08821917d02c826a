// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory.h"
#include "push/plan.h"
#include "workspace/fleet.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// What a plan is made from.
struct PlanRequest {
    const push::Inventory& inventory;
    const std::vector<FleetDevice>& fleet; ///< the devices that could be read
    const FleetRules& rules;
    std::string intent; ///< path of a fabric.yaml, or empty: mend what rules find
    bool allow_disruptive = false;
    std::string made; ///< UTC
    /// By device: why nothing can be pushed to it now. All that is wanted of it is left out.
    std::map<std::string, std::string> blocked;
    /// Devices of the inventory that could not be read. Nothing brings traffic into a lossless class towards them.
    std::set<std::string> unread{};
};

/// A plan with the configurations that it predicts.
struct BuiltPlan {
    push::Plan plan; ///< without `files`
    std::vector<FleetDevice> after; ///< by index of the fleet
    /// Of own rules that could not be evaluated, on the fleet as it is or as the plan leaves it: the policy is wrong.
    std::vector<Error> own_errors{};
};

/// Checks the fleet, turns what would mend it (or what an intent wants) into steps, orders them over the fabric, and
/// checks again what comes out. `invalid` where the intent is wrong.
[[nodiscard]] Result<BuiltPlan> build_plan(const PlanRequest& request);

/// The findings of an outcome that are not waived, as a plan holds them.
[[nodiscard]] std::vector<push::PlanFinding> plan_findings(const Outcome& outcome);

}
