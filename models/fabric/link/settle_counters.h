// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <cstddef>

namespace rocelint {

/// Makes Device::counters of the readings, with the names of ports, aliases and RDMA devices resolved. A reading that
/// belongs to no port of the device is left out. If one file has two readings, the first is the earlier one; if several
/// files without an order have readings, the largest counts, and nothing is compared. Where one counter went down, no
/// other one of the same port and captures is compared either.
void settle_counters(Device& device);

/// The ports that a device has counters of, but that it does not have itself.
struct UnknownPorts {
    const CounterReading* first = nullptr; ///< a reading of one of them; null if there are none
    std::size_t count = 0;
    bool is_all = false; ///< the device has no reading of a port that it has
};

/// If the device has some of the ports, the others count only if they show pause, marks or trouble of RDMA: captures also list
/// ports that are not set up. Nothing for a device without ports, which is reported as such.
[[nodiscard]] UnknownPorts find_unknown_ports(const Device& device);

}
