// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rocelint::workspace {

/// The files of one fabric, and the folder whose rocelint.yaml or topology.yaml defines it.
struct FabricFiles {
    std::string folder; ///< as the user would write it; empty if no folder above the files has either file
    std::vector<std::string> files; ///< sorted by path
    bool has_topology = false; ///< the folder itself has one
    bool holds_others = false; ///< folders of other fabrics lie below it
};

/// Groups files by the nearest folder above each that holds a rocelint.yaml or a topology.yaml, sorted by
/// folder. A folder at the place where a topology above it puts a device's files belongs to that device and
/// is no fabric of its own. `paths` come from the command line: folders are written in the style of the first
/// one.
[[nodiscard]] std::vector<FabricFiles> find_fabrics(
    const std::vector<std::string>& files, const std::vector<std::string>& paths);

}
