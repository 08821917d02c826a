// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/said_line.h"
#include "models/syntax/tree.h"

#include <span>
#include <string>

namespace rocelint::line_cli {

/// Returns the lines, as they are typed, that turn the configuration `from` into `to`. What both state is
/// left alone. A line that another one about the same thing displaces is not negated first, unless its row
/// requires it (Displaces), so that a value never passes through its default. New definitions come first and
/// removed ones last, in the order that references need; all else is in the order of `to`.
///
/// The undo of a change is the same with the two configurations exchanged.
[[nodiscard]] std::string retrace(
    const RetraceStyle& style, std::span<const Tree> from, std::span<const Tree> to);

}
