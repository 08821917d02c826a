// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/git/git_repository.h"

namespace rocelint::workspace {

/// Completes the files of the tree that are already in the folder: also writes all files that its policies,
/// and the policies at the paths `named`, extend or take rules from, if the tree has them.
[[nodiscard]] Result<void> write_policy_files(git_repository& repository,
    const git_object& tree,
    const std::vector<std::string>& named,
    const std::filesystem::path& folder);

}
