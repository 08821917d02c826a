// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/amend/amend.h"
#include "drivers/live.h"

#include <string>
#include <vector>

namespace rocelint::push {

/// Parses and reads collected files as `check` would read them. Files that the driver does not recognize are
/// left out.
[[nodiscard]] ReadDevice read_collected(
    const Driver& driver, const std::string& name, const std::vector<CollectedFile>& files);

/// The path of a collected file, relative to the folder of all devices: "leaf1.cfg", "host1/mlnx_qos.txt".
[[nodiscard]] std::string collected_path(
    const Driver& driver, const std::string& device, const CollectedFile& file);

}
