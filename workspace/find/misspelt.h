// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "rules/finding.h"

#include <vector>

namespace rocelint::workspace {

/// A line that was not understood, and the block that contains it.
struct MisspeltLine {
    Span at;
    Span block;
};

/// Adds a warning for each line that was not understood and has a word that is almost a word of the
/// platform's language: the device would have rejected the line too, so its setting is missing. `tree` must
/// have been read. Returns those of these lines that are in a block: findings about the block may be caused
/// by them.
[[nodiscard]] std::vector<MisspeltLine> tell_misspelt(
    const Tree& tree, const Driver& driver, std::vector<SyntaxProblem>& problems);

/// Adds each of these lines to the findings whose place is in the same block.
void relate_misspelt(const std::vector<MisspeltLine>& lines, std::vector<Finding>& findings);

}
