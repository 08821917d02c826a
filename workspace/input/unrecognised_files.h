// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/topology.h"
#include "rules/finding.h"
#include "workspace/find/group_files.h"

#include <vector>

namespace rocelint::workspace {

/// Returns SYN006 for each file of no known platform whose path differs from that of a switch's file in numbers alone,
/// such as leaf9.cfg beside leaf1.cfg. `is_of_switch` has an element for each file. Skips documents; failed captures
/// and files of devices that `topology` names have other findings.
[[nodiscard]] std::vector<Finding> find_unrecognised_files(
    const std::vector<InputFile>& files, const std::vector<bool>& is_of_switch, const Topology* topology);

}
