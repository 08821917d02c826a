// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/intent/fabric_intent.h"

#include <string>

namespace rocelint::workspace {

/// Calls read_fabric_intent() for the platforms that this program has drivers for.
[[nodiscard]] Result<FabricIntent> read_intent(const Source& source);

/// The policy of an intent: its policy file, its own section, or, with neither, the profile `lossless`; with
/// an entry for each port that the intent builds without RDMA.
struct IntentPolicy {
    Policy policy;
    std::string text; ///< as a rocelint.yaml, with its author's comments
};

/// Reads the policy; a policy file is looked up relative to the intent. Fails for a policy that cannot be
/// read or is invalid.
[[nodiscard]] Result<IntentPolicy> read_intent_policy(const FabricIntent& intent);

}
