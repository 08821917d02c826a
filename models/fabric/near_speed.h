// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// Why a text is not a speed, with a suggestion: "'40OG' is not a speed; did you mean '400G'?".
[[nodiscard]] std::string not_a_speed(std::string_view text);

}
