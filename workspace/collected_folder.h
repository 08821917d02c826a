// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "push/inventory.h"

#include <map>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The file in a folder of `collect` that holds the hash of each device's state.
inline constexpr const char* collected_states = ".rocelint-collected.json";

/// One device that was collected.
struct CollectedDevice {
    const push::InventoryDevice* device = nullptr;
    const Snapshot* snapshot = nullptr;
    Hardware hardware;
};

/// Writes the files of each device below `folder`, and the hash of its state into one hidden file, where those of devices
/// that were collected at another time stay. Each file as a whole or not at all.
[[nodiscard]] Result<void> write_collected(
    const std::string& folder, const std::vector<CollectedDevice>& devices);

/// What a folder of `collect` holds of one device.
struct StoredDevice {
    std::string hash;
    std::vector<CollectedFile> files;
    Hardware hardware;
};
/// Reads what write_collected() wrote, by device name. `unreadable` for a folder that collect did not write.
[[nodiscard]] Result<std::map<std::string, StoredDevice>> read_collected_folder(const std::string& folder);

}
