// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "push/inventory/inventory.h"
#include "workspace/find/collected_folder.h"

#include <map>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// A folder of configurations that `collect` did not write: of a repository, or saved by another tool.
struct ConfigurationFolder {
    std::map<std::string, StoredDevice> devices; ///< by name in the inventory; without a hash of their state
    /// Sentences about files in the folder that belong to no device of the inventory.
    std::vector<std::string> remarks;
};

/// Whether the path is a folder that write_collected() did not write.
[[nodiscard]] bool is_configuration_folder(const std::string& folder);

/// Reads the files below `folder` as `check` would, and assigns them to the devices of the inventory: by the
/// name that they state, otherwise by the name of the file or folder. Secrets in them are redacted. Fails
/// with `unreadable` for a file that cannot be read, and with `invalid` if two files cannot be told apart or
/// a device has another platform than the inventory says.
[[nodiscard]] Result<ConfigurationFolder> read_configuration_folder(
    const std::string& folder, const push::Inventory& inventory);

}
