// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/indent_tree.h"
#include "models/syntax/tree.h"

#include <span>
#include <vector>

namespace rocelint::aoscx {

/// Reads counters of egress queues and the fill of headroom from the output of show commands in the files of a switch.
void read_shown_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
