// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/files/temporary_folder.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// Files as a user names them: a path, or `REV:PATH` for files of a commit of the git repository around the
/// working directory (gitrevisions(7)). PATH is relative to the top of the repository. Files of a commit lie
/// in a temporary folder that this object deletes, together with the policies and topologies above them and
/// the files those policies use.
class RevisionFiles {
public:
    /// An existing path is taken as a path, even if it has colons. Fails for a revision or path that the
    /// repository does not have.
    [[nodiscard]] static Result<RevisionFiles> find(const std::string& given);

    [[nodiscard]] const std::string& path() const { return path_; } ///< where the files are
    [[nodiscard]] const std::string& given() const { return given_; }
    /// Rewrites a message so that files below path() appear under the names that the user knows.
    [[nodiscard]] std::string with_given_names(std::string message) const;

private:
    RevisionFiles(std::string given, std::string path) : given_(std::move(given)), path_(std::move(path)) { }

    std::string given_;
    std::string path_;
    TemporaryFolder held_; ///< no folder if the files are the user's own
    std::filesystem::path top_; ///< folder in `held_` that holds the repository's files
};

}
