// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live_options.h"
#include "push/reach.h"
#include "workspace/fleet.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace rocelint::cli {

/// The devices that a plan is made for and with.
struct PlanFleet {
    std::vector<workspace::FleetDevice> devices; ///< those that could be read
    /// By name: why nothing is planned for it although it was read. It lies beyond --limit, at the other end of a cable.
    std::map<std::string, std::string> beyond;
    std::set<std::string>
        unread; ///< names in the inventory of those that could not be read, or are not in the folder
    /// Whether it was read from configurations of which nobody knows that the devices hold them: nothing to push by.
    bool for_review = false;
    std::size_t missing = 0; ///< of them, those that a plan was asked for
};

/// Reads the devices that `limit` names (all without it) and, since a change must not bring traffic to whoever is not ready for
/// it, those that they are cabled to. From `from` where it is given, else from the devices by `access`. What the inventory says
/// of them goes into the topology of `rules`. A device that cannot be read is told on standard error.
[[nodiscard]] Result<PlanFleet> read_plan_fleet(const LiveOptions& options,
    const push::Inventory& inventory,
    const push::Access& access,
    std::size_t parallel,
    workspace::FleetRules& rules);

}
