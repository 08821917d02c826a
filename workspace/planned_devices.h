// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "workspace/load.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Finds out which devices of the topology the given paths must hold. `files` are those that were found below `paths`,
/// `exclude` the globs of the policy. Where a topology lies above the paths, they hold all of it exactly if no other
/// configuration lies below its folder.
[[nodiscard]] PlanReach find_reach(const Topology& topology,
    const std::vector<std::string>& paths,
    const std::vector<std::string>& files,
    const std::vector<std::string>& exclude);

/// Holds what was read against the devices that the topology names: fills Fabric::unread_devices and
/// Fabric::name_conflicts. Does nothing for an empty reach.
void compare_with_plan(Fabric& fabric,
    const PlanReach& reach,
    const std::vector<FileReport>& files,
    const std::vector<Error>& unreadable);

}
