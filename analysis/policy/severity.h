// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rocelint {

enum class Severity : std::uint8_t { info, warning, error };

[[nodiscard]] const char* name_of(Severity severity);

}
