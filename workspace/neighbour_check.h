// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/step_runner.h"
#include "workspace/fleet.h"

#include <vector>

namespace rocelint::workspace {

/// Compares a neighbour, as it reads itself now, with what the plan was made with: its name, and the settings that the order
/// of others' steps rests on. `before` is what the plan was made from. The result may be called by several threads.
[[nodiscard]] push::CompareNeighbour make_neighbour_compare(std::vector<FleetDevice> before);

}
