// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/input/inputs.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// Fails with `usage`, and proposes a correction, for the first code, prefix or name that matches no rule:
/// neither a shipped one nor one of the policies that a check of `input` would read. Those policies are read
/// only if a code matches no shipped rule; an error in reading them is returned. `option` is the option that
/// the codes were given to, such as "--select".
[[nodiscard]] Result<void> check_codes(
    const std::vector<std::string>& codes, std::string_view option, const InputOptions& input);

}
