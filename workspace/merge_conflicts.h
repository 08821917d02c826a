// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// A text in which git left both sides of a merge, made readable.
struct ResolvedMerge {
    std::string text; ///< of the same length: blanks in place of the marks and of the side behind "======="
    Span first; ///< the first "<<<<<<<" mark; its source is not set
    std::uint32_t count = 0; ///< of conflicts
};

/// Nothing where no conflict is in the text: marks of all three kinds, each at the beginning of a line, in their order (git-merge(1),
/// "How conflicts are presented"; the side of the common ancestor, "|||||||", may stand between).
[[nodiscard]] std::optional<ResolvedMerge> resolve_merge(std::string_view text);

}
