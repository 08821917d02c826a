// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory/inventory.h"
#include "workspace/fleet/fleet.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// The result of comparing what devices say about themselves with the inventory.
struct Identities {
    /// One sentence each: a device that identifies itself as another entry of the inventory, or two entries
    /// that lead to one device. Nothing read from such a fleet can be trusted.
    std::vector<std::string> wrong;
    /// One sentence each: a device that states a name that no entry has.
    std::vector<std::string> unlike;
};

/// Compares the hardware of all devices, and the hostnames in the configurations with the inventory's names.
/// Only the first label of a name counts, and case is ignored.
[[nodiscard]] Identities compare_identities(
    const push::Inventory& inventory, const std::vector<FleetDevice>& fleet);

}
