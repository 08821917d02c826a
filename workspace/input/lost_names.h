// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <span>
#include <vector>

namespace rocelint::workspace {

/// Adds a hint to each problem about an undefined name: the definition with the most similar name, otherwise
/// the place where such names are defined. `trees` are the trees of the device.
void find_lost_names(std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
