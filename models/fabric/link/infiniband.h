// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

namespace rocelint {

/// Adds InfiniBand to the fabric: its subnets and managers, the subnet of each manager, and the host of each
/// channel adapter port. Part of link().
void join_infiniband(Fabric& fabric);

}
