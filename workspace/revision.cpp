// SPDX-License-Identifier: Apache-2.0
// Files of a commit are written out rather than read from the repository, so that they are found, grouped and recognised as
// any others.
#include "workspace/revision.h"

#include "workspace/git_repository.h"
#include "workspace/revision_policies.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>
#include <vector>

namespace rocelint::workspace {

RevisionFiles::RevisionFiles(RevisionFiles&& other) noexcept
    : given_(std::move(other.given_))
    , path_(std::move(other.path_))
    , folder_(std::exchange(other.folder_, {}))
{
}

RevisionFiles& RevisionFiles::operator=(RevisionFiles&& other) noexcept
{
    std::swap(given_, other.given_);
    std::swap(path_, other.path_);
    std::swap(folder_, other.folder_);
    return *this;
}

RevisionFiles::~RevisionFiles()
{
    std::error_code ignored; // what is left behind is in the folder for temporary files
    if (!folder_.empty())
        std::filesystem::remove_all(folder_, ignored);
}

Result<RevisionFiles> RevisionFiles::find(const std::string& given)
{
    std::error_code ignored;
    const std::size_t colon = given.find(':');
    if (colon == std::string::npos || colon == 0 || std::filesystem::exists(given, ignored))
        return RevisionFiles(given, given);
    git_libgit2_init();
    git_repository* found = nullptr;
    if (git_repository_open_ext(&found, ".", 0, nullptr) != 0)
        return fail(ErrorKind::usage,
            fmt::format("{}: no such file, and the working directory is not in a git repository", given));
    const git::Repository repository(found);
    const auto tree = git::tree_of(*repository, given.substr(0, colon));
    if (!tree)
        return tl::unexpected(tree.error());
    const std::filesystem::path path
        = std::filesystem::path(given.substr(colon + 1)).lexically_normal().relative_path();
    const bool whole = path.empty() || path == ".";
    if (!whole && !git::has_path(**tree, path))
        return fail(ErrorKind::usage, fmt::format("{}: the revision has no such path", given));
    auto folder = git::make_folder();
    if (!folder)
        return tl::unexpected(folder.error());
    RevisionFiles files(given, whole ? folder->string() : (*folder / path).string());
    files.folder_ = *folder;
    if (const auto written = git::write_out(*repository,
            **tree,
            whole ? std::vector<std::string>() : git::paths_with_fabric(**tree, path),
            *folder);
        !written)
        return tl::unexpected(written.error());
    if (!whole) {
        if (const auto written = write_policy_files(*repository, **tree, {}, *folder); !written)
            return tl::unexpected(written.error());
    }
    return files;
}

std::string RevisionFiles::with_given_names(std::string message) const
{
    return folder_.empty()
        ? message
        : git::with_names_of(given_.substr(0, given_.find(':')), folder_, std::move(message));
}

}
