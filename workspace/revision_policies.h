// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/git_repository.h"

namespace rocelint::workspace {

/// Writes into the folder, besides what was written there of the tree, all that its policies, and those of the paths `named`,
/// extend or take rules from, as far as the tree has it.
[[nodiscard]] Result<void> write_policy_files(git_repository& repository,
    const git_object& tree,
    const std::vector<std::string>& named,
    const std::filesystem::path& folder);

}
