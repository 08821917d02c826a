// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <vector>

namespace rocelint::workspace {

/// A warning for each line that was not understood and has a word which is almost one of the platform's language: the device
/// would not have taken it either, and what it was to say is missing. `tree` has been read.
void tell_misspelt(const Tree& tree, const Driver& driver, std::vector<SyntaxProblem>& problems);

}
