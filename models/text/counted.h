// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace rocelint {

/// "1 device", "2 devices": a number with its noun, for nouns with a plural in s.
[[nodiscard]] inline std::string counted(std::integral auto number, std::string_view noun)
{
    return std::to_string(number).append(" ").append(noun).append(number == 1 ? "" : "s");
}

}
