// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan/plan.h"
#include "workspace/fleet/fleet.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Derives the commands of every step again from its changes and the configurations that the plan was made
/// from. Fails with `invalid`, naming device and step, if the plan contains other commands: it was edited, or
/// another version made it. A plan can therefore never contain anything outside the model (a user, a route).
[[nodiscard]] Result<void> check_commands(
    const std::string& plan_path, const push::Plan& plan, const std::vector<FleetDevice>& before);

}
