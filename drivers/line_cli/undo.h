// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/dialect.h"
#include "models/syntax/tree.h"

#include <span>
#include <string>

namespace rocelint::line_cli {

/// The commands that make a configuration as `before` of one that is as `after`: what was added is negated, what was
/// displaced is said again. Nothing is refused, since every line has a negation.
[[nodiscard]] std::string undo_lines(
    const Dialect& dialect, std::span<const Tree> before, std::span<const Tree> after);

}
