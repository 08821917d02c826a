// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/design.h"
#include "models/intent/fabric_intent.h"

#include <optional>
#include <vector>

namespace rocelint {

/// Works out every number of a lossless fabric: classes and shares, headroom, thresholds, pools, marking, timers, MTU.
/// It asks the same models with the same parameters as the rules, so that `check` with this policy agrees. The devices
/// are in the order of the intent. An Error tells, at its place in the intent, what cannot be built.
[[nodiscard]] Result<std::vector<DeviceDesign>> design_fabric(
    const FabricIntent& intent, const Policy& policy);

/// The length of a cable: its own, else what the policy assumes between these roles; nothing where neither says.
[[nodiscard]] std::optional<Metres> cable_length(
    const FabricIntent& intent, const Policy& policy, const IntentLink& link);

}
