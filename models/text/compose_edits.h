// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/edit.h"

#include <string_view>
#include <vector>

namespace rocelint {

/// The edits that turn a text into what `first` and then `second` make of it. `between` is the text after `first`, to which the
/// offsets of `second` refer; those of `first` and of the result refer to the text before. Edits that touch each other become one.
/// Neither list holds two edits that overlap.
[[nodiscard]] std::vector<Edit> compose_edits(
    std::vector<Edit> first, std::string_view between, std::vector<Edit> second);

}
