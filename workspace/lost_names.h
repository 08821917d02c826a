// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <span>
#include <vector>

namespace rocelint::workspace {

/// Gives each problem that is a reference to nothing its hint: the definition whose name is spelt almost alike, else the
/// place where such names are defined. `trees` are those of the device.
void find_lost_names(std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
