// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// A text with unresolved merge conflicts, made readable.
struct ResolvedMerge {
    std::string text; ///< same length, with blanks in place of the marks and of everything after "======="
    Span first; ///< the first "<<<<<<<" mark; its source is not set
    std::uint32_t count = 0; ///< number of conflicts
};

/// Returns nothing if the text has no conflict: marks of all three kinds in order, each at the beginning of a
/// line (git-merge(1), "How conflicts are presented"). The text of the common ancestor, after "|||||||", may
/// stand between them.
[[nodiscard]] std::optional<ResolvedMerge> resolve_merge(std::string_view text);

}
