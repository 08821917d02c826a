// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "workspace/temporary_folder.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Lines of one file, from 1, both ends included.
struct LineRange {
    std::uint32_t first = 1;
    std::uint32_t last = 1;
};

/// What lies between a commit and the working tree of the git repository around some paths.
class ChangedLines {
public:
    /// `named` are the policy and topology that were named; they may lie outside of the repository. Fails with `usage` for
    /// paths that are not in one git repository with a working tree, and for a revision that it does not have.
    [[nodiscard]] static Result<ChangedLines> find(const std::string& revision,
        const std::vector<std::string>& paths,
        const std::vector<std::string>& named);

    /// The lines that are not as the commit has them; null for a file that is as it was. A file that was only renamed is, and so is one
    /// that is new: nothing in it was changed.
    [[nodiscard]] const std::vector<LineRange>* find_file(const std::string& path) const;

    /// Writes what the commit has of the paths, of what was named, and of the policies and topologies above them with all that
    /// those are made of, into a new folder, which goes with the object that is returned.
    class Files;
    [[nodiscard]] Result<std::unique_ptr<Files>> write_out() const;

private:
    /// The path below the top of the repository, or empty for one that leads out of it.
    [[nodiscard]] std::string below_top(const std::string& path) const;

    std::string revision_;
    std::filesystem::path top_;
    std::vector<std::string> paths_; ///< below the top, "." for the whole
    std::vector<std::string> named_; ///< below the top, without what is not there
    std::map<std::string, std::vector<LineRange>, std::less<>> changed_; ///< by path below the top
};

/// Files of a commit in a folder for temporary files.
class ChangedLines::Files {
public:
    explicit Files(TemporaryFolder folder) : folder_(std::move(folder)) { }

    /// Where what the commit has of each path lies; without those that it does not have.
    std::vector<std::string> paths;
    std::filesystem::path top; ///< of the repository's files
    /// Where the commit's version of a file lies, or the path as it is where the commit does not have it.
    [[nodiscard]] std::string version_of(const ChangedLines& change, const std::string& path) const;
    /// A message that names these files, with names that the user knows.
    [[nodiscard]] std::string with_names_of(const ChangedLines& change, std::string message) const;

private:
    TemporaryFolder folder_;
};

}
