// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/plan.h"
#include "workspace/fleet/fleet.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// By device and step (from 0): the effect of the step on the device's own configuration, in the format of
/// `diff -u`.
using StepDiffs = std::map<std::pair<std::string, std::uint32_t>, std::string>;

/// Applies every step again to the configurations that the plan was made from, which hold no secrets. File
/// names are those below a `collect` folder. Fails with `invalid` if a step does not fit the configurations.
[[nodiscard]] Result<StepDiffs> plan_diffs(const push::Plan& plan, const std::vector<FleetDevice>& before);

}
