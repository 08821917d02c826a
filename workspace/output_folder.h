// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// A file to be written, by its path relative to the folder.
struct FolderFile {
    std::string path;
    std::string text;
    bool executable = false;
    bool secret = false; ///< for its owner alone to read
};

/// Writes all files into the folder `name`, or none: into a folder beside it that then takes its place. A folder with files is
/// replaced only if the command `writer` ("render") wrote them all; one of them that was changed since is overwritten only by `force`.
[[nodiscard]] Result<void> write_output_folder(
    const std::string& name, std::string_view writer, const std::vector<FolderFile>& written, bool force);

/// The paths of files that are missing in the folder `name` or have other contents there.
[[nodiscard]] std::vector<std::string> differing_files(
    const std::string& name, const std::vector<FolderFile>& written);

}
