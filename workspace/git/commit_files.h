// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/git/git_repository.h"

namespace rocelint::workspace::git {

/// The commit of a checked-out submodule, which an outer tree refers to.
struct Submodule {
    std::string path; ///< from the top of the outer tree
    Repository repository;
    Object tree; ///< tree of that commit
};

/// The files of a commit at or below some paths, including the commits of its submodules. All names are
/// checked before anything is written.
class CommitFiles {
public:
    /// Without paths, finds all files. Submodules that are not checked out are left out: the working tree
    /// does not have them either. Fails with `invalid` for a commit with an illegal name (is_entry_name()) or
    /// with too many files, with `usage` if the repository of a submodule lacks the commit, and with
    /// `unreadable` if an object is missing.
    [[nodiscard]] static Result<CommitFiles> find(
        git_repository& repository, const git_object& tree, std::vector<std::string> paths);

    [[nodiscard]] const std::vector<Submodule>& submodules() const { return submodules_; }

    /// Writes the files into the folder, byte for byte as committed, and nothing outside of it. Symbolic
    /// links that may lead out of the commit's files are left out.
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

/// Finds the files and writes them into the folder.
[[nodiscard]] Result<void> write_out(git_repository& repository,
    const git_object& tree,
    std::vector<std::string> paths,
    const std::filesystem::path& folder);

}
