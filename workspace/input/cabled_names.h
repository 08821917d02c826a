// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <set>
#include <string>

namespace rocelint::workspace {

/// The keys (device_key) of all devices that the topology, LLDP, neighbor tables or port descriptions place
/// at the other end of this device's cables, whether or not those devices were read.
[[nodiscard]] std::set<std::string> cabled_names(const Fabric& fabric, std::uint32_t device);

}
