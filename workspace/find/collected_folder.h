// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "push/inventory/inventory.h"

#include <map>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The file in a `collect` folder that holds the hash of each device's state.
inline constexpr const char* collected_states = ".rocelint-collected.json";

/// A device that was collected.
struct CollectedDevice {
    const push::InventoryDevice* device = nullptr;
    const Snapshot* snapshot = nullptr;
    Hardware hardware;
};

/// Writes the files of each device below `folder`, and the hashes of their states into one hidden file, which
/// keeps the hashes of devices collected at other times. Each file is written atomically.
[[nodiscard]] Result<void> write_collected(
    const std::string& folder, const std::vector<CollectedDevice>& devices);

/// What a `collect` folder holds for one device.
struct StoredDevice {
    std::string hash;
    std::vector<CollectedFile> files;
    Hardware hardware;
};
/// Reads what write_collected() wrote, by device name. Fails with `unreadable` for a folder that collect did
/// not write.
[[nodiscard]] Result<std::map<std::string, StoredDevice>> read_collected_folder(const std::string& folder);

}
