// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::opensm {

/// Returns the functions that the scripts share: they find and query opensm, put files in place and restore
/// them, make opensm read its files, and check that it works.
[[nodiscard]] std::string script_parts();

}
