// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/fabric/design.h"
#include "models/intent/fabric_intent.h"
#include "workspace/files/output_folder.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::workspace {

/// The files of a whole fabric, with what they do not express.
struct RenderedFabric {
    std::vector<FolderFile> files; ///< of every device, then rocelint.yaml and topology.yaml
    std::size_t devices = 0;
    /// By platform and sentence: the devices that cannot express a part of their design.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> left_out;
    std::map<std::string, std::vector<std::string>> open; ///< by sentence: what devices decide themselves
};

/// Writes every device of an intent, its topology and its policy, and checks them. Returns an Error at the
/// place in the intent that cannot be built, or of whose device no file would pass `check`.
[[nodiscard]] Result<RenderedFabric> render_intent(FabricIntent& intent);

/// Has the drivers write these devices of an intent, in parallel. A platform that cannot express what the
/// design needs is an Error at that device; one that writes no configurations has no files.
[[nodiscard]] Result<std::vector<Rendering>> render_devices(
    const FabricIntent& intent, const std::vector<DeviceDesign>& designs);

}
