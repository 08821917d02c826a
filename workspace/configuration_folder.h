// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory.h"
#include "workspace/collected_folder.h"

#include <map>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A folder of configurations that nobody collected: a repository's, or what another tool saved.
struct ConfigurationFolder {
    std::map<std::string, StoredDevice> devices; ///< by name of the inventory; without a hash of their state
    std::vector<std::string>
        remarks; ///< sentences about what is in the folder and of no device of the inventory
};

/// Whether it is a folder, and not one that write_collected() wrote.
[[nodiscard]] bool is_configuration_folder(const std::string& folder);

/// Reads the files below `folder` as `check` would, and gives each device of the inventory those that are its own: by the name
/// that they state, else by that of the file or folder. Secrets in them are redacted. `unreadable` for a file that cannot be
/// read, `invalid` where two files cannot be told apart or a device is of another platform than the inventory says.
[[nodiscard]] Result<ConfigurationFolder> read_configuration_folder(
    const std::string& folder, const push::Inventory& inventory);

}
