// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "design/lossless.h"
#include "models/intent/fabric_intent.h"

#include <string>
#include <vector>

namespace rocelint::design {

/// ECN thresholds of the lossless queues of a switch: from bandwidth and round trip (ECN004), and below the fill at
/// which the groups that feed a queue send pause (ECN005). Pools are set already. Returns why it cannot be done, or an
/// empty text.
[[nodiscard]] std::string design_marking(
    const Policy& policy, const Hardware& hardware, DeviceDesign& device);

/// Ports that do the same work on the same hardware mark alike (ECN007): the lowest thresholds of each kind win.
void mark_alike(std::vector<DeviceDesign>& devices);

}
