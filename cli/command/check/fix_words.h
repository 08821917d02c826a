// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/input/inputs.h"

#include <string>

namespace rocelint::cli {

/// What follows `rocelint fix` to correct what was checked, as words of a shell; empty for standard input. `folder` is
/// that of one fabric among several, or empty.
[[nodiscard]] std::string words_of_fix(const workspace::InputOptions& input, const std::string& folder);

}
