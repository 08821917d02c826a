// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::junos {

/// Whether a line begins what `show interfaces` prints about an interface.
[[nodiscard]] bool begins_interface(std::string_view line);

/// Reads the counters in the output of `show interfaces extensive` and `show interfaces queue`, a file of its own, and marks
/// its lines.
void read_shown_counters(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems);

}
