// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/run/step_runner.h"
#include "workspace/fleet/fleet.h"

#include <vector>

namespace rocelint::workspace {

/// Returns a function that compares a neighbor's current configuration with the one the plan was made from:
/// its name, and the settings that the order of other devices' steps depends on. `before` holds the
/// configurations that the plan was made from. The function is thread-safe.
[[nodiscard]] push::CompareNeighbour make_neighbour_compare(std::vector<FleetDevice> before);

}
