// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/edit.h"
#include "workspace/check/outcome.h"

#include <optional>

namespace rocelint::cli {

/// A comment above the line of a finding that waives it, in the comment syntax of its file. Its reason is
/// empty for the user to state; until then the waiver is reported and waives nothing. No value where the
/// format has no comments, a comment above the line would not be one, or the line has such a waiver already.
[[nodiscard]] std::optional<Edit> waiver_edit(
    const workspace::Outcome& outcome, const Finding& finding, const Source& source);

}
