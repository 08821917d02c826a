// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <span>
#include <vector>

namespace rocelint::linux_host {

/// Warns about captures that end within a line which is not understood: the rest of the output is missing, and what it would show counts
/// as not captured.
void warn_of_cut_captures(std::span<const Tree> trees, std::vector<SyntaxProblem>& problems);

}
