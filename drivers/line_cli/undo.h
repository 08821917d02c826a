// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"
#include "models/syntax/tree.h"

#include <span>
#include <string>

namespace rocelint::line_cli {

/// Returns the commands that turn the configuration `after` back into `before`: what was added is negated,
/// what was displaced is restated. Nothing is refused, since every line has a negation.
[[nodiscard]] std::string undo_lines(
    const Dialect& dialect, std::span<const Tree> before, std::span<const Tree> after);

/// The same for a flat platform. The negation of a line has only the words that its row's stem needs, so
/// everything else that was said about the same thing on the same ports is restated. `usual` returns facts
/// that state a line's default in words, for lines where a negation would not do; may be null.
[[nodiscard]] std::string undo_flat_lines(const Grammar& grammar,
    Scopes top,
    std::span<const Tree> before,
    std::span<const Tree> after,
    std::vector<Fact> (*usual)(const Fact& line) = nullptr);

}
