// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "design/lossless.h"

#include <string>
#include <vector>

namespace rocelint::design {

/// Parts the packet memory of a switch: headroom first, the rest is a pool that all groups share. Headroom of the ports
/// is set already. Returns why it cannot be done, or an empty text; what is not known is left open.
[[nodiscard]] std::string design_memory(const Hardware& hardware, DeviceDesign& design);

/// Gives switches of one role and hardware the pools of that one of them whose ports take most: a switch with a host more or less is
/// configured as the others are (see BUF013).
void equal_pools(std::vector<DeviceDesign>& designs);

}
