// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "design/lossless.h"

#include <string>
#include <vector>

namespace rocelint::design {

/// Divides the packet memory of a switch: first headroom, then one pool of the rest that all groups share.
/// The headroom of the ports is already set. Returns the reason if this is impossible, else an empty string.
/// Leaves unknown values open.
[[nodiscard]] std::string design_memory(const Hardware& hardware, DeviceDesign& design);

/// Gives all switches of one role and hardware the pools of the switch whose ports take the most memory, so
/// that switches with one host more or fewer are configured alike (see BUF013).
void equal_pools(std::vector<DeviceDesign>& designs);

}
