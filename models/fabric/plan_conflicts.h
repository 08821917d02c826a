// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

namespace rocelint {

/// Adds the conflicts between the topology and LLDP of which one side was not collected: the port is planned to lead to
/// one device of the plan and sees another one. Between collected devices, linking finds them already.
void add_plan_conflicts(Fabric& fabric);

}
