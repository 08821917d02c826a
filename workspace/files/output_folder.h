// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// A file to write, with its path relative to the folder.
struct FolderFile {
    std::string path;
    std::string text;
    bool executable = false;
    bool secret = false; ///< readable only by its owner
};

/// Writes all files into the folder `name`, or none: they go into a temporary folder next to it, which then
/// takes its place. A folder that has files is replaced only if the command `writer` (such as "render") wrote
/// all of them; files changed since then are overwritten only with `force`.
[[nodiscard]] Result<void> write_output_folder(
    const std::string& name, std::string_view writer, const std::vector<FolderFile>& written, bool force);

/// The paths of files that are missing in the folder `name` or have different content there.
[[nodiscard]] std::vector<std::string> differing_files(
    const std::string& name, const std::vector<FolderFile>& written);

}
