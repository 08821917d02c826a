// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// A difference between the policies that two checks apply.
struct PolicyDifference {
    std::string now; ///< "rule PFC002: error"
    std::string was; ///< "as shipped"; empty if `now` says it
};

/// The differences between the policies of two checks, and between their RDMA classes, stated or inferred.
[[nodiscard]] std::vector<PolicyDifference> policy_differences(const Outcome& before, const Outcome& after);

}
