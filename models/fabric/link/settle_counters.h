// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

namespace rocelint {

/// Makes Device::counters of what was read, with the names of ports, aliases and RDMA devices resolved. A reading of no
/// port of the device is left out. Of two readings in one file, the first is the earlier one; of readings in several
/// files without an order, the largest counts, and nothing is compared.
void settle_counters(Device& device);

/// Whether any reading is of a port that the device has.
[[nodiscard]] bool counts_known_port(const Device& device);

}
