// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "push/reach/reach.h"
#include "workspace/fleet/fleet.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace rocelint::cli {

/// The devices that a plan is for, and those that it depends on.
struct PlanFleet {
    std::vector<workspace::FleetDevice> devices; ///< those that could be read
    /// By name: why nothing is planned for a device although it was read. It is cabled to a planned device
    /// but excluded by --limit.
    std::map<std::string, std::string> beyond;
    /// Names in the inventory of devices that could not be read, or are not in the folder.
    std::set<std::string> unread;
    /// The configurations did not come from the devices, so the plan can be reviewed but not pushed.
    bool for_review = false;
    std::size_t missing = 0; ///< how many of the unread devices were requested
};

/// Reads the devices that `limit` names (all without it) and the devices they are cabled to, since a change
/// must not bring traffic to a device that is not ready for it. Reads from the folder `from` if given,
/// otherwise from the devices with `access`. Adds what the inventory says about them to the topology of
/// `rules`. Reports unreadable devices on standard error.
[[nodiscard]] Result<PlanFleet> read_plan_fleet(const LiveOptions& options,
    const push::Inventory& inventory,
    const push::Access& access,
    std::size_t parallel,
    workspace::FleetRules& rules);

}
