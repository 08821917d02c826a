// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <vector>

namespace rocelint::contract {

/// Every kind of change that this device could be asked for, one at a time: every value that a Change can set, on its first
/// physical port, its first NIC, or the device itself; with and without `shared` where both make sense.
[[nodiscard]] std::vector<Change> every_change(const Device& device);

}
