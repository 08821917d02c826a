// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/intent/fabric_intent.h"

#include <string>

namespace rocelint::workspace {

/// Reads fabric.yaml for the platforms that this program has drivers of: read_fabric_intent().
[[nodiscard]] Result<FabricIntent> read_intent(const Source& source);

/// The policy of an intent: its file, its own section, or without either the profile `lossless`.
struct IntentPolicy {
    Policy policy;
    std::string text; ///< as a rocelint.yaml, with the comments of its author
};

/// A policy file is looked for beside the intent. Fails for what cannot be read or is invalid.
[[nodiscard]] Result<IntentPolicy> read_intent_policy(const FabricIntent& intent);

}
