// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/text/source.h"

#include <memory>
#include <string>
#include <vector>

namespace rocelint::push {

/// A device's collected files, read. Owns everything that the Device points into.
struct ReadDevice {
    std::vector<std::unique_ptr<Source>> sources;
    std::vector<Tree> trees;
    Device device;
};

/// Parses and reads collected files as `check` would read the same files. What the driver does not recognise as its own
/// is left out.
[[nodiscard]] ReadDevice read_collected(
    const Driver& driver, const std::string& name, const std::vector<CollectedFile>& files);

/// Where a collected file lies below the folder of all: "leaf1.cfg", "host1/mlnx_qos.txt".
[[nodiscard]] std::string collected_path(
    const Driver& driver, const std::string& device, const CollectedFile& file);

}
