// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <vector>

namespace rocelint::contract {

/// A change of every kind that this device could be asked for, each on its own: every value that a Change can set, on its
/// first physical port, its first NIC, or the device itself; with and without `shared` where both have a meaning.
[[nodiscard]] std::vector<Change> every_change(const Device& device);

}
