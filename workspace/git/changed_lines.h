// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/files/temporary_folder.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Lines of one file, counted from 1, both ends included.
struct LineRange {
    std::uint32_t first = 1;
    std::uint32_t last = 1;
};

/// The differences between a commit and the working tree of the git repository around some paths.
class ChangedLines {
public:
    /// `named` are the policy and topology given by name; they may lie outside of the repository. Fails with
    /// `usage` for paths outside of a git repository with a working tree, and for an unknown revision.
    [[nodiscard]] static Result<ChangedLines> find(const std::string& revision,
        const std::vector<std::string>& paths,
        const std::vector<std::string>& named);

    /// The lines that differ from the commit; null for an unchanged file. A file that was only renamed or is
    /// new counts as unchanged, since no existing line of it was edited.
    [[nodiscard]] const std::vector<LineRange>* find_file(const std::string& path) const;

    /// Writes the commit's version of the paths, of the named files, and of the policies and topologies above
    /// them, with all files that these use, into a new folder. The returned object deletes the folder when it
    /// is destroyed.
    class Files;
    [[nodiscard]] Result<std::unique_ptr<Files>> write_out() const;

private:
    /// The path relative to the top of the repository, or empty for a path outside of it.
    [[nodiscard]] std::string below_top(const std::string& path) const;

    std::string revision_;
    std::filesystem::path top_;
    std::vector<std::string> paths_; ///< relative to the top; "." for the whole repository
    std::vector<std::string> named_; ///< relative to the top, without files that do not exist
    std::map<std::string, std::vector<LineRange>, std::less<>> changed_; ///< by path relative to the top
};

/// Files of a commit in a temporary folder.
class ChangedLines::Files {
public:
    explicit Files(TemporaryFolder folder) : folder_(std::move(folder)) { }

    /// Where the commit's version of each path lies. Paths that the commit does not have are left out.
    std::vector<std::string> paths;
    std::filesystem::path top; ///< top folder of the repository's files
    /// The path of the commit's version of a file, or `path` itself if the commit does not have the file.
    [[nodiscard]] std::string version_of(const ChangedLines& change, const std::string& path) const;
    /// Replaces the temporary names of these files in a message with the names that the user knows.
    [[nodiscard]] std::string with_names_of(const ChangedLines& change, std::string message) const;

private:
    TemporaryFolder folder_;
};

}
