// SPDX-License-Identifier: Apache-2.0
// What several commands ask of a git repository.
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

/// The repository that a path lies in, or a null pointer where it lies in none. Fails with `usage` for one that cannot be opened, as
/// one that belongs to another user, and says what to do.
[[nodiscard]] Result<Repository> open_around(const std::string& path);

/// What libgit2 says of its last failure.
[[nodiscard]] std::string last_error();

/// The files of a revision (gitrevisions(7)). Fails with `usage` for one that the repository does not have.
[[nodiscard]] Result<Object> tree_of(git_repository& repository, const std::string& revision);

/// Whether the tree has a file or folder of this path; the empty path is the whole tree. A path that leads out of the tree is in none.
[[nodiscard]] bool has_path(const git_object& tree, const std::filesystem::path& path);

/// The bytes of a file, in the object.
[[nodiscard]] std::string_view text_of_blob(const git_object& blob);

/// The text of a file of the tree; nothing where there is none of this path.
[[nodiscard]] std::optional<std::string> text_of(
    git_repository& repository, const git_object& tree, const std::filesystem::path& path);

/// The path, and the policies and topologies that hold for it.
[[nodiscard]] std::vector<std::string> wanted_paths(const std::filesystem::path& path);

/// What has to be written out to check a path as it lies in the tree: besides wanted_paths() all that lies beside the topology
/// that holds for it, since what is missing there would be told as not collected. Empty: the whole tree.
[[nodiscard]] std::vector<std::string> paths_with_fabric(
    const git_object& tree, const std::filesystem::path& path);

/// A message with the names that a user knows: "HEAD:site/leaf1.cfg" for a file of the revision in the folder.
[[nodiscard]] std::string with_names_of(
    std::string_view revision, const std::filesystem::path& folder, std::string message);

}
