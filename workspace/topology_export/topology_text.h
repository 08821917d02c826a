// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/intent/fabric_intent.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// The text of the topology.yaml for an intent. `files` holds the file or folder of each device, in the order
/// of the intent.
[[nodiscard]] std::string topology_text(const FabricIntent& intent, const std::vector<std::string>& files);

}
