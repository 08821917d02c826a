// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Files beyond that are looked into before they are read: packets that somebody captured may lie beside the configurations.
inline constexpr std::uint64_t large_file = std::uint64_t{1} << 20;

/// What stands below the given paths.
struct FoundFiles {
    std::vector<std::string> files; ///< as reached from the command line, sorted, each inode once
    std::vector<Error> unreadable; ///< paths that do not exist or cannot be listed
    std::vector<std::string> large; ///< those of `files` that have more than `large_file` bytes, sorted
    std::vector<std::string>
        outside; ///< links that lead out of the given paths and were not followed, sorted
};

/// Expands files and folders. Hidden files and folders below a folder are skipped, and so is what an `exclude` glob
/// matches (relative to its folder); symbolic links are followed, each inode once, but out of the given
/// paths only with `follow`. FIFOs, sockets and devices are
/// reported when named, and skipped below a folder.
[[nodiscard]] FoundFiles find_files(
    const std::vector<std::string>& paths, const std::vector<std::string>& exclude, bool follow = false);

/// Takes out what an `exclude` glob matches, relative to `folder`.
void drop_excluded(
    std::vector<std::string>& files, const std::string& folder, const std::vector<std::string>& exclude);

}
