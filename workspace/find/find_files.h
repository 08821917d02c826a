// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Larger files are inspected before they are read whole: packet captures may lie next to the configurations.
inline constexpr std::uint64_t large_file = std::uint64_t{1} << 20;

/// The files below the given paths.
struct FoundFiles {
    std::vector<std::string> files; ///< as reached from the command line, sorted; each inode once
    std::vector<Error> unreadable; ///< paths that do not exist or cannot be listed
    std::vector<std::string> large; ///< those of `files` with more than `large_file` bytes, sorted
    /// Links that lead out of the given paths and were not followed, sorted.
    std::vector<std::string> outside;
};

/// Expands files and folders. Below a folder, hidden files except .env are skipped, and so are hidden folders and
/// anything that an `exclude` glob matches (relative to its folder). Symbolic links are followed, each inode
/// once, but out of the given paths only with `follow`. FIFOs, sockets and devices are reported if named, and
/// skipped below a folder.
[[nodiscard]] FoundFiles find_files(
    const std::vector<std::string>& paths, const std::vector<std::string>& exclude, bool follow = false);

/// Removes files that an `exclude` glob matches, relative to `folder`.
void drop_excluded(
    std::vector<std::string>& files, const std::string& folder, const std::vector<std::string>& exclude);

}
