// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

namespace rocelint {

/// Adds conflicts between the topology and LLDP where one of the neighbors was not collected: the topology
/// connects the port to one device, and LLDP sees another device of the plan there. Linking itself finds
/// conflicts between collected devices.
void add_plan_conflicts(Fabric& fabric);

}
