// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::opensm {

/// Functions that the scripts share: how opensm is found and asked, how files are put in place and back, how it is told to
/// read them, and how one knows that it is well.
[[nodiscard]] std::string script_parts();

}
