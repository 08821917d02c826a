// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/plan.h"
#include "workspace/fleet.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Works the commands of every step out again from its changes and the configurations that the plan was made from.
/// `invalid`, naming device and step, where the plan has others: somebody edited it, or another version made it. What the
/// model does not know (a user, a route) can therefore be in no plan.
[[nodiscard]] Result<void> check_commands(
    const std::string& plan_path, const push::Plan& plan, const std::vector<FleetDevice>& before);

}
