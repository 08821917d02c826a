// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "rules/finding.h"

#include <vector>

namespace rocelint::workspace {

/// A line that was not understood, and the block that it stands in.
struct MisspeltLine {
    Span at;
    Span block;
};

/// A warning for each line that was not understood and has a word which is almost one of the platform's language: the device
/// would not have taken it either, and what it was to say is missing. `tree` has been read.
/// Gives back such lines as stand in a block: what a finding says of the block may come of them.
[[nodiscard]] std::vector<MisspeltLine> tell_misspelt(
    const Tree& tree, const Driver& driver, std::vector<SyntaxProblem>& problems);

/// Shows each of these lines with the findings whose place is in the same block.
void relate_misspelt(const std::vector<MisspeltLine>& lines, std::vector<Finding>& findings);

}
