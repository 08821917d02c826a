// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/text/source.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

struct InputOptions;

/// Reads rocelint.yaml, which may speak of all rules that are shipped, and compiles the rules that it states itself: what is
/// wrong with any of it is an Error at its place.
[[nodiscard]] Result<Policy> read_checked_policy(const Source& source);

/// As read_checked_policy(), without compiling anything: for what it says beside its own rules.
[[nodiscard]] Result<Policy> read_plain_policy(const Source& source);

/// The policy that is named, or else the nearest upward from the working directory; that of no path where there is none.
[[nodiscard]] Result<Policy> read_nearest_policy(const std::string& named);

/// The policies that a check of these paths would read: the one that is named, or those above and below the paths. Fails for
/// the first that cannot be read.
[[nodiscard]] Result<std::vector<Policy>> policies_of(const InputOptions& input);

}
