// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <span>
#include <vector>

namespace rocelint::os10 {

/// Reads the counters that show commands print, and marks their lines.
void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
