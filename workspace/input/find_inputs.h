// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/find/find_fabrics.h"
#include "workspace/find/find_files.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

struct InputOptions;

/// The files that a command works on, grouped into fabrics, before any file is read.
struct FoundInputs {
    FoundFiles files;
    std::vector<FabricFiles> fabrics; ///< at least one
};

/// Finds the inputs, without files that the policy around the paths excludes and without our own files. Fails
/// if that policy is invalid.
[[nodiscard]] Result<FoundInputs> find_inputs(const InputOptions& options);

/// Where the search for policy and topology begins: the first path, or the working directory for standard
/// input.
[[nodiscard]] std::string first_path(const InputOptions& options);

/// Returns the `usage` error of a command that works on one fabric and was given `count` fabrics; `folders`
/// are the folders of the fabrics that have files of their own.
[[nodiscard]] tl::unexpected<Error> fail_for_several(
    std::size_t count, const std::vector<std::string>& folders);

/// Removes a file from a list, even if the list has it under another path.
void drop_file(std::vector<std::string>& files, const std::string& path);

}
