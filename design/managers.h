// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/design.h"
#include "models/intent/fabric_intent.h"

#include <vector>

namespace rocelint::design {

/// Adds a device for each subnet manager of the intent: lanes and weights of its classes, partitions by GUIDs and codes, and the
/// roots that the tiers of its switches tell. An Error about what cannot be built.
[[nodiscard]] Result<void> design_managers(const FabricIntent& intent, std::vector<DeviceDesign>& devices);

}
