// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/text/source.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

struct InputOptions;

/// The policy that is named, or else the nearest upward from the working directory; that of no path where there is none.
[[nodiscard]] Result<Policy> read_nearest_policy(const std::string& named);

/// The policies that a check of these paths would read: the one that is named, or those above and below the paths. Fails for
/// the first that cannot be read.
[[nodiscard]] Result<std::vector<Policy>> policies_of(const InputOptions& input);

}
