// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <set>
#include <string>

namespace rocelint::workspace {

/// Keys (device_key) of all that the topology, LLDP, neighbour tables and descriptions put at the other end of a cable of this
/// device, whether it was read or not.
[[nodiscard]] std::set<std::string> cabled_names(const Fabric& fabric, std::uint32_t device);

}
