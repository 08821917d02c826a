// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string_view>

namespace rocelint {

/// Whether `part`, which is not empty, occurs in the text. Faster in a large text than string_view::find, which stops at each
/// character that `part` begins with: in a table of numbers that is every blank.
[[nodiscard]] inline bool holds(std::string_view text, std::string_view part)
{
    return memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

}
