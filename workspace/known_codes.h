// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/inputs.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// Fails as `usage`, with a proposal, for the first of the codes, prefixes and names that means no rule: none that is shipped, and
/// none of the policies that a check of `input` would read. Those are only looked at where a code is not of a shipped rule; what
/// keeps one from being read is failed with. `option` is what the codes were given to, such as "--select".
[[nodiscard]] Result<void> check_codes(
    const std::vector<std::string>& codes, std::string_view option, const InputOptions& input);

}
