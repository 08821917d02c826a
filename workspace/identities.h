// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory.h"
#include "workspace/fleet.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// What devices say of themselves against what the inventory calls them.
struct Identities {
    /// Each a sentence: a device that says that it is another one of the inventory, two entries that lead to one device.
    /// Nothing that was read of such a fleet can be trusted.
    std::vector<std::string> wrong;
    /// Each a sentence: a device that calls itself what no entry is called.
    std::vector<std::string> unlike;
};

/// Compares the hardware of all devices, and the host names that the configurations state with the inventory's names, by their first labels and without
/// regard to case.
[[nodiscard]] Identities compare_identities(
    const push::Inventory& inventory, const std::vector<FleetDevice>& fleet);

}
