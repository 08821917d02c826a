// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

#include <vector>

namespace rocelint {

/// Reports ingress policies that contradict their own device: the DSCP map and the class-maps distinguish
/// code points, but the applied policy puts all packets in its catch-all class. One finding per policy.
/// Returns, by policy of the device, whether it was reported.
[[nodiscard]] std::vector<bool> report_overriding_policies(DeviceContext& context);

}
