// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/text/source.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

struct InputOptions;

/// Reads the named policy, or else the nearest one upward from the working directory; without either, returns
/// the built-in policy.
[[nodiscard]] Result<Policy> read_nearest_policy(const std::string& named);

/// The paths of our files that apply to one fabric; empty if there is none.
struct FilesInForce {
    std::string policy;
    std::string topology;
};

/// The policy and topology that apply to a check of these paths: the named ones, or else the nearest ones
/// upward from the files. Fails with `usage` for several fabrics, which it lists, and for a path that does
/// not exist.
[[nodiscard]] Result<FilesInForce> files_in_force(const InputOptions& options);

/// The policies that a check of these paths would read: the named one, or those above and below the paths.
/// Fails for the first that cannot be read.
[[nodiscard]] Result<std::vector<Policy>> policies_of(const InputOptions& input);

}
