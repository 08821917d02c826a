// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/engine/engine.h"
#include "workspace/input/inputs.h"

#include <string>

namespace rocelint::cli {

/// The options and paths that make another command read what was checked, as words of a shell; empty for standard
/// input. `folder` is that of one fabric among several, or empty.
[[nodiscard]] std::string words_of_input(
    const workspace::InputOptions& input, const std::string& folder = {});

/// The arguments of `rocelint fix` that correct exactly the findings of a check; empty for standard input.
[[nodiscard]] std::string words_of_fix(
    const workspace::InputOptions& input, const Selection& selection, const std::string& folder);

}
