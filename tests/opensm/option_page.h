// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::testing {

/// docs/opensm.md: each option, its valid values, and what opensm uses if a line says something else.
[[nodiscard]] std::string option_page();

}
