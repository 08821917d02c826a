// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/find_fabrics.h"
#include "workspace/find_files.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

struct InputOptions;

/// The files that a command works on, in fabrics, before any of them is read.
struct FoundInputs {
    FoundFiles files;
    std::vector<FabricFiles> fabrics; ///< at least one
};

/// Finds them: without what the policy around the paths excludes, and without files of ours. Fails where that policy is invalid.
[[nodiscard]] Result<FoundInputs> find_inputs(const InputOptions& options);

/// Where the policy and topology around the paths are looked for: the first path, or here for standard input.
[[nodiscard]] std::string first_path(const InputOptions& options);

/// `usage` for a command that works on one fabric, and was given `count`, those with files of their own in these folders.
[[nodiscard]] tl::unexpected<Error> fail_for_several(
    std::size_t count, const std::vector<std::string>& folders);

/// Takes a file out of a list, by whatever path it is there.
void drop_file(std::vector<std::string>& files, const std::string& path);

}
