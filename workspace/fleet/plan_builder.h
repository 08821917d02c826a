// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory/inventory.h"
#include "push/plan/plan.h"
#include "workspace/fleet/fleet.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The inputs of a plan.
struct PlanRequest {
    const push::Inventory& inventory;
    const std::vector<FleetDevice>& fleet; ///< the devices that could be read
    const FleetRules& rules;
    std::string intent; ///< path of a fabric.yaml; empty: fix what the rules find
    bool allow_disruptive = false;
    std::string made; ///< time of creation, UTC
    /// By device: why nothing can be pushed to it now. All its changes are left out.
    std::map<std::string, std::string> blocked;
    /// Devices of the inventory that could not be read. No step moves traffic into a lossless class toward
    /// them.
    std::set<std::string> unread{};
};

/// A plan with the configurations that it predicts.
struct BuiltPlan {
    push::Plan plan; ///< with `files` still empty
    std::vector<FleetDevice> after; ///< indexed like the fleet
    /// Errors of own rules that could not be evaluated, on the fleet as it is or as the plan leaves it: the
    /// policy is wrong.
    std::vector<Error> own_errors{};
};

/// Checks the fleet, turns the corrections of its findings (or the differences from an intent) into steps,
/// orders the steps across the fabric, and checks the result. Fails with `invalid` if the intent is wrong.
[[nodiscard]] Result<BuiltPlan> build_plan(const PlanRequest& request);

/// The findings of an outcome that are not waived, in the form that a plan stores.
[[nodiscard]] std::vector<push::PlanFinding> plan_findings(const Outcome& outcome);

}
