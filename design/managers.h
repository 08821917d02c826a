// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/design.h"
#include "models/intent/fabric_intent.h"

#include <vector>

namespace rocelint::design {

/// Adds a device for each subnet manager of the intent, with the lanes and weights of its classes, its
/// partitions by GUID and rate/MTU code, and the roots derived from the tiers of its switches. Returns an
/// Error if something cannot be built.
[[nodiscard]] Result<void> design_managers(const FabricIntent& intent, std::vector<DeviceDesign>& devices);

}
