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

/// Our files that a check of one fabric goes by, by path; empty for none.
struct FilesInForce {
    std::string policy;
    std::string topology;
};

/// The policy and topology that a check of these paths goes by: those that were named, else the nearest ones upward from the files.
/// `usage` for several fabrics, which are named, and for a path that is not there.
[[nodiscard]] Result<FilesInForce> files_in_force(const InputOptions& options);

/// The policies that a check of these paths would read: the one that is named, or those above and below the paths. Fails for
/// the first that cannot be read.
[[nodiscard]] Result<std::vector<Policy>> policies_of(const InputOptions& input);

}
