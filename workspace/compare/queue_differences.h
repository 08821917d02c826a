// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/compare/list_differences.h"

#include <set>
#include <vector>

namespace rocelint::workspace {

/// How the queues and priority groups of a port differ in the properties `wanted`. Queues or groups with the
/// same change are grouped: "ECN of queues 3,4: off".
[[nodiscard]] std::vector<ListDifference> queue_differences(
    const TwoReadings& readings, const Port& before, const Port& after, const std::set<Property>& wanted);

}
