// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan.h"
#include "workspace/fleet.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// By device and step (from 0): what the step makes of the device's own configuration, as `diff -u` prints it.
using StepDiffs = std::map<std::pair<std::string, std::uint32_t>, std::string>;

/// Makes every step again in the configurations that the plan was made from, which hold no secrets. Names of files are those
/// below a folder of `collect`. `invalid` where a step does not fit to them.
[[nodiscard]] Result<StepDiffs> plan_diffs(const push::Plan& plan, const std::vector<FleetDevice>& before);

}
