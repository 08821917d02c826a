// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory/inventory.h"
#include "push/plan/plan.h"
#include "workspace/fleet/fleet.h"

namespace rocelint::workspace {

/// The folder next to a plan that holds the configurations the plan was made from (`before`) and those it
/// predicts (`after`): "plan.files" for "plan.json".
[[nodiscard]] std::string plan_folder(const std::string& plan_path);

/// Writes both sets, and removes what an earlier plan of the same name left there.
[[nodiscard]] Result<void> write_plan_files(const std::string& folder,
    const push::Inventory& inventory,
    const std::vector<FleetDevice>& before,
    const std::vector<FleetDevice>& after);

/// Reads the devices of `state` ("before" or "after") of the plan at `plan_path`.
[[nodiscard]] Result<std::vector<FleetDevice>> read_plan_files(const std::string& plan_path,
    const push::Plan& plan,
    const push::Inventory& inventory,
    std::string_view state);

}
