// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/design.h"
#include "models/intent/fabric_intent.h"

#include <optional>
#include <vector>

namespace rocelint {

/// Computes every number of a lossless fabric: classes and shares, headroom, thresholds, pools, marking,
/// timers, MTU. It uses the same models and parameters as the rules, so `check` with this policy reports no
/// findings on the result. Returns devices in the order of the intent, or an Error at the place in the intent
/// that cannot be built.
[[nodiscard]] Result<std::vector<DeviceDesign>> design_fabric(
    const FabricIntent& intent, const Policy& policy);

/// Whether a cable carries RDMA: neither the cable nor one of its ports is excepted, by the intent or by the
/// policy, and neither end is a device for management.
[[nodiscard]] bool carries_rdma(const FabricIntent& intent, const Policy& policy, const IntentLink& link);

/// Returns the length of a cable: the cable's own, else the policy's assumption for these roles, else
/// nothing.
[[nodiscard]] std::optional<Metres> cable_length(
    const FabricIntent& intent, const Policy& policy, const IntentLink& link);

}
