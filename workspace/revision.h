// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/temporary_folder.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace rocelint::workspace {

/// Files as a user names them: a path, or `REV:PATH` for what a commit of the git repository around the working directory has
/// (gitrevisions(7)). PATH is from the top of the repository. Those of a commit lie in a folder of their own that goes with
/// this object, with the policies and topologies above them and what those policies are made of.
class RevisionFiles {
public:
    /// An existing path is one, whatever colons it has. Fails for a revision or path that the repository does not have.
    [[nodiscard]] static Result<RevisionFiles> find(const std::string& given);

    [[nodiscard]] const std::string& path() const { return path_; } ///< where the files are
    [[nodiscard]] const std::string& given() const { return given_; }
    /// A message that names files in path(), with the names that the user knows.
    [[nodiscard]] std::string with_given_names(std::string message) const;

private:
    RevisionFiles(std::string given, std::string path) : given_(std::move(given)), path_(std::move(path)) { }

    std::string given_;
    std::string path_;
    TemporaryFolder held_; ///< none for files that are somebody else's
    std::filesystem::path top_; ///< in it, of the repository's files
};

}
