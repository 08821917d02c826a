// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/edit.h"

#include <string_view>
#include <vector>

namespace rocelint {

/// Returns the edits that have the effect of `first`, then `second`. `between` is the text after `first`; the
/// offsets of `second` refer to it, while those of `first` and of the result refer to the original text.
/// Merges edits that touch each other. Within each list, edits must not overlap.
[[nodiscard]] std::vector<Edit> compose_edits(
    std::vector<Edit> first, std::string_view between, std::vector<Edit> second);

}
