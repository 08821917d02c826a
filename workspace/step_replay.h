// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"
#include "push/plan.h"
#include "workspace/fleet.h"

#include <functional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// One step of a plan, made again in the files that lie beside the plan.
struct ReplayedStep {
    std::uint32_t number = 0; ///< index in PlanDevice::steps
    const Driver& driver;
    const ReadDevice& first; ///< the device before all steps
    const ReadDevice& before; ///< and before this one
    const Amended& amended; ///< what this one makes of it
    const std::vector<Change>& changes; ///< of this one, as they are for `before`
    const std::vector<Change>& made; ///< by the steps before it
};

/// Makes the steps of a device again, one after the other, and shows each to `see`. A sentence that `see` gives, or one that says
/// why a step cannot be made, ends it and is the result; empty where all were seen.
[[nodiscard]] std::string replay_steps(const push::PlanDevice& device,
    const FleetDevice& before,
    const std::function<std::string(const ReplayedStep&)>& see);

}
