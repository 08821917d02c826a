// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "design/lossless.h"
#include "models/intent/fabric_intent.h"

#include <string>
#include <vector>

namespace rocelint::design {

/// Sets the ECN thresholds of a switch's lossless queues: from bandwidth and round-trip time (ECN004), and
/// below the fill at which the groups that feed a queue send pause (ECN005). Pools are already set. Returns
/// the reason if this is impossible, else an empty string.
[[nodiscard]] std::string design_marking(
    const Policy& policy, const Hardware& hardware, DeviceDesign& device);

/// Gives ports with the same job on the same hardware the same marking (ECN007), with the lowest minimum and
/// maximum thresholds of any of them.
void mark_alike(std::vector<DeviceDesign>& devices);

}
