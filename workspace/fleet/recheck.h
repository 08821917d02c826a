// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/run/step_runner.h"
#include "workspace/fleet/fleet.h"

#include <memory>

namespace rocelint::workspace {

/// Checks a device again from its configuration after its last step, among its neighbors as the plan predicts
/// them, and reports findings that the plan's own prediction does not have. So a neighbor whose steps are
/// still to come is no finding, but a wrong prediction is. Steps before the last are not checked: half of a
/// change is always half wrong.
///
/// `after` holds the predicted configuration of every device. The returned function is thread-safe.
[[nodiscard]] push::Recheck make_recheck(std::vector<FleetDevice> after, FleetRules rules);

}
