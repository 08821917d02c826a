// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "rules/engine/engine.h"
#include "workspace/check/outcome.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The configuration of one device of the inventory, in memory.
struct FleetDevice {
    std::string name; ///< in the inventory
    std::string platform;
    std::string hash; ///< of the device's state
    std::vector<CollectedFile> files;
    Hardware hardware; ///< as far as the device reported it
};

/// The policy and topology, read once for many checks.
struct FleetRules {
    std::string policy_text; ///< empty: none was given
    std::string policy_path;
    std::string topology_text;
    std::string topology_path;
    Policy policy;
    Topology topology; ///< with the roles and rails that the inventory adds
    Selection selection;
};

/// Reads the policy and topology texts. Fails with `invalid` at the place of a mistake.
[[nodiscard]] Result<void> read_rules(FleetRules& rules);

/// Several devices, checked as one fabric.
struct CheckedFleet {
    std::unique_ptr<Outcome> outcome;
    /// Indexed like the fleet: the device in the fabric, or no value if no driver recognized its files.
    std::vector<std::optional<std::uint32_t>> device;
};

/// Checks files in memory as `check` would check them in a folder.
[[nodiscard]] CheckedFleet check_fleet(const std::vector<const FleetDevice*>& fleet, const FleetRules& rules);

}
