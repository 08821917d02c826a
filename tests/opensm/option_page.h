// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::testing {

/// docs/opensm.md: each option, what it takes, and what opensm runs with where a line says something else.
[[nodiscard]] std::string option_page();

}
