// SPDX-License-Identifier: Apache-2.0
// Queries to a git repository that several commands share.
#pragma once

#include "models/text/result.h"

#include <filesystem>
#include <git2.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace::git {

template <auto free>
struct Freed {
    template <class T>
    void operator()(T* held) const
    {
        free(held);
    }
};
using Repository = std::unique_ptr<git_repository, Freed<git_repository_free>>;
using Object = std::unique_ptr<git_object, Freed<git_object_free>>;
using Entry = std::unique_ptr<git_tree_entry, Freed<git_tree_entry_free>>;
using Diff = std::unique_ptr<git_diff, Freed<git_diff_free>>;

/// Opens the repository that a path lies in; null if it lies in none. Fails with `usage` for a repository
/// that cannot be opened, for example because it belongs to another user, and says what to do.
[[nodiscard]] Result<Repository> open_around(const std::string& path);

/// The message of libgit2's last error.
[[nodiscard]] std::string last_error();

/// The files of a revision (gitrevisions(7)). Fails with `usage` if the repository does not have it.
[[nodiscard]] Result<Object> tree_of(git_repository& repository, const std::string& revision);

/// Whether the tree has a file or folder at this path; the empty path is the whole tree. False for a path
/// that leads out of the tree.
[[nodiscard]] bool has_path(const git_object& tree, const std::filesystem::path& path);

/// The content of a file; points into the object.
[[nodiscard]] std::string_view text_of_blob(const git_object& blob);

/// The text of a file in the tree; no value if it does not exist.
[[nodiscard]] std::optional<std::string> text_of(
    git_repository& repository, const git_object& tree, const std::filesystem::path& path);

/// The path, and the paths of the policies and topologies that may apply to it.
[[nodiscard]] std::vector<std::string> wanted_paths(const std::filesystem::path& path);

/// The paths to write out in order to check a path of the tree: wanted_paths(), and everything next to the
/// topology that applies to it, since anything missing there would be reported as not collected. Empty: the
/// whole tree.
[[nodiscard]] std::vector<std::string> paths_with_fabric(
    const git_object& tree, const std::filesystem::path& path);

/// Replaces temporary names in a message with names that the user knows: "HEAD:site/leaf1.cfg" for a file of
/// the revision in the folder.
[[nodiscard]] std::string with_names_of(
    std::string_view revision, const std::filesystem::path& folder, std::string message);

}
