// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rocelint::workspace {

/// The files of one fabric, and the folder whose rocelint.yaml or topology.yaml makes them one.
struct FabricFiles {
    std::string folder; ///< as the user would write it; empty where no folder above the files has either
    std::vector<std::string> files; ///< in path order
    bool has_topology = false; ///< the folder itself has one
    bool holds_others = false; ///< folders of other fabrics lie below it
};

/// Parts files by the nearest folder above each that holds a rocelint.yaml or a topology.yaml, sorted by folder. A folder
/// that lies where a topology above it says that a device's files are belongs to that device. `paths` are those of the
/// command line: folders are written as the first of them is.
[[nodiscard]] std::vector<FabricFiles> find_fabrics(
    const std::vector<std::string>& files, const std::vector<std::string>& paths);

}
