// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/list_differences.h"

#include <set>
#include <vector>

namespace rocelint::workspace {

/// What the queues and priority groups of a port do otherwise, of the properties `wanted`; those that changed alike together:
/// "ECN of queues 3,4: off".
[[nodiscard]] std::vector<ListDifference> queue_differences(
    const TwoReadings& readings, const Port& before, const Port& after, const std::set<Property>& wanted);

}
