// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "workspace/input/load.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// Works out which devices of the topology the given paths must contain. `files` are the files found below
/// `paths`; `exclude` holds the globs of the policy. If the topology lies above the paths, they must contain
/// all of its devices only if no other configuration lies below its folder.
[[nodiscard]] PlanReach find_reach(const Topology& topology,
    const std::vector<std::string>& paths,
    const std::vector<std::string>& files,
    const std::vector<std::string>& exclude);

/// Compares the devices that were read with those that the topology names, and fills Fabric::unread_devices
/// and Fabric::name_conflicts. Does nothing if the reach is not known.
void compare_with_plan(Fabric& fabric,
    const PlanReach& reach,
    const std::vector<FileReport>& files,
    const std::vector<Error>& unreadable);

}
