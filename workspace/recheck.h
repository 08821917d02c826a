// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/step_runner.h"
#include "workspace/fleet.h"

#include <memory>

namespace rocelint::workspace {

/// Checks a device again, as it reads itself after its last step, among its neighbours as the plan wants them to be, and
/// tells what rules find there that they do not find in the plan's own prediction. So a neighbour that is still to come
/// is no finding, and a prediction that was wrong is one. Steps before the last are told nothing of: half a change is
/// always half wrong.
///
/// `after` is what the plan predicts of every device. The result may be called by several threads.
[[nodiscard]] push::Recheck make_recheck(std::vector<FleetDevice> after, FleetRules rules);

}
