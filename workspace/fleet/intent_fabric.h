// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/intent/fabric_intent.h"

namespace rocelint::workspace {

/// The devices and cables of an intent as a Fabric, without any setting that only a rendered configuration has:
/// for questions about its shape, also of an intent that cannot be rendered yet. InfiniBand subnets are left out.
[[nodiscard]] Fabric intent_fabric(const FabricIntent& intent);

}
