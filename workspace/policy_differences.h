// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Something that two checks judge by differently.
struct PolicyDifference {
    std::string now; ///< "rule PFC002: error"
    std::string was; ///< "as shipped"; empty where `now` tells it
};

/// What the policies of two checks say otherwise, and their RDMA classes, stated or inferred.
[[nodiscard]] std::vector<PolicyDifference> policy_differences(const Outcome& before, const Outcome& after);

}
