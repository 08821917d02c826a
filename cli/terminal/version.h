// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::cli {

/// The version of this program ("0.1.0"), as CMake's project() states it.
inline constexpr std::string_view version = ROCELINT_VERSION;

}
