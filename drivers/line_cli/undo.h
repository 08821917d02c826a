// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"
#include "models/syntax/tree.h"

#include <span>
#include <string>

namespace rocelint::line_cli {

/// The commands that make a configuration as `before` of one that is as `after`: what was added is negated, what was
/// displaced is said again. Nothing is refused, since every line has a negation.
[[nodiscard]] std::string undo_lines(
    const Dialect& dialect, std::span<const Tree> before, std::span<const Tree> after);

/// The same of a flat platform. The negation of a line says nothing but what its row's stem needs; what else was said of the
/// same thing of the same ports is said again. `usual`: facts that say the default of a line in words, where a negation
/// would not do; may be null.
[[nodiscard]] std::string undo_flat_lines(const Grammar& grammar,
    Scopes top,
    std::span<const Tree> before,
    std::span<const Tree> after,
    std::vector<Fact> (*usual)(const Fact& line) = nullptr);

}
