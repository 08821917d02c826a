// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::cli {

/// The program's version ("0.1.0"), from CMake's project().
inline constexpr std::string_view version = ROCELINT_VERSION;

}
