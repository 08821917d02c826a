// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"
#include "push/plan/plan.h"
#include "workspace/fleet/fleet.h"

#include <functional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// One step of a plan, applied again to the files next to the plan.
struct ReplayedStep {
    std::uint32_t number = 0; ///< index in PlanDevice::steps
    const Driver& driver;
    const ReadDevice& first; ///< the device before all steps
    const ReadDevice& before; ///< the device before this step
    const Amended& amended; ///< the result of this step
    const std::vector<Change>& changes; ///< the changes of this step, adapted to `before`
    const std::vector<Change>& made; ///< by earlier steps
};

/// Applies the steps of a device again, one after another, and passes each to `see`. Stops at the first
/// sentence that `see` returns, or at a step that cannot be applied, and returns that sentence or the reason.
/// Returns an empty string if all steps were seen.
[[nodiscard]] std::string replay_steps(const push::PlanDevice& device,
    const FleetDevice& before,
    const std::function<std::string(const ReplayedStep&)>& see);

}
