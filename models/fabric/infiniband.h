// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

namespace rocelint {

/// Joins InfiniBand into the fabric: its subnets and managers, which manager belongs to which subnet, and whose the ports of
/// channel adapters are. Part of link().
void join_infiniband(Fabric& fabric);

}
