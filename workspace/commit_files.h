// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/git_repository.h"

namespace rocelint::workspace::git {

/// A commit of another repository that stands in a tree, of a submodule that is checked out.
struct Submodule {
    std::string path; ///< from the top of the outer tree
    Repository repository;
    Object tree; ///< the files of that commit
};

/// What a commit holds at or below some paths, with the commits of its submodules. All names are looked at before anything is
/// written.
class CommitFiles {
public:
    /// Without paths, all. Submodules that are not checked out are left out: the working tree has nothing of them either.
    /// `invalid` for a commit with a name that no file of a commit may have (is_entry_name()), or of too many files; `usage` where the
    /// repository of a submodule lacks the commit; `unreadable` where an object is missing.
    [[nodiscard]] static Result<CommitFiles> find(
        git_repository& repository, const git_object& tree, std::vector<std::string> paths);

    [[nodiscard]] const std::vector<Submodule>& submodules() const { return submodules_; }

    /// Writes them into the folder, byte for byte as committed; nothing is written outside of it. A symbolic link that may lead out
    /// of the commit's files is left out.
    [[nodiscard]] Result<void> write_into(const std::filesystem::path& folder) const;

private:
    class Walk;
    struct File {
        git_repository* repository = nullptr;
        std::string path; ///< from the top of the outer tree
        git_oid id{};
        bool is_link = false;
    };

    std::vector<File> files_;
    std::vector<Submodule> submodules_;
};

/// Finds them and writes them into the folder.
[[nodiscard]] Result<void> write_out(git_repository& repository,
    const git_object& tree,
    std::vector<std::string> paths,
    const std::filesystem::path& folder);

}
