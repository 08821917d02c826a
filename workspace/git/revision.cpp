// SPDX-License-Identifier: Apache-2.0
// Files of a commit are written out instead of being read from the repository, so that they are found,
// grouped and recognized like any others.
#include "workspace/git/revision.h"

#include "workspace/git/commit_files.h"
#include "workspace/git/revision_policies.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>
#include <vector>

namespace rocelint::workspace {

namespace {

// The name of the repository's folder, since devices may be named after it.
std::string name_of(git_repository& repository)
{
    const char* top = git_repository_workdir(&repository);
    std::filesystem::path path(top == nullptr ? git_repository_path(&repository) : top);
    if (!path.has_filename())
        path = path.parent_path();
    return path.has_filename() ? path.filename().string() : "repository";
}

}

Result<RevisionFiles> RevisionFiles::find(const std::string& given)
{
    std::error_code ignored;
    const std::size_t colon = given.find(':');
    if (colon == std::string::npos || colon == 0 || std::filesystem::exists(given, ignored))
        return RevisionFiles(given, given);
    auto around = git::open_around(".");
    if (!around)
        return fail(around.error().kind, fmt::format("{}: {}", given, around.error().message));
    if (*around == nullptr)
        return fail(ErrorKind::usage,
            fmt::format("{}: no such file, and the working directory is not in a git repository", given));
    const git::Repository repository = *std::move(around);
    const auto tree = git::tree_of(*repository, given.substr(0, colon));
    if (!tree)
        return tl::unexpected(tree.error());
    const std::filesystem::path path
        = std::filesystem::path(given.substr(colon + 1)).lexically_normal().relative_path();
    const bool whole = path.empty() || path == ".";
    if (!whole && !git::has_path(**tree, path))
        return fail(ErrorKind::usage, fmt::format("{}: the revision has no such path", given));
    auto held = TemporaryFolder::make();
    if (!held)
        return tl::unexpected(held.error());
    const std::filesystem::path top = held->path() / name_of(*repository);
    std::filesystem::create_directory(top, ignored);
    RevisionFiles files(given, (whole ? top : top / path).string());
    files.held_ = *std::move(held);
    files.top_ = top;
    if (const auto written = git::write_out(*repository,
            **tree,
            whole ? std::vector<std::string>() : git::paths_with_fabric(**tree, path),
            top);
        !written)
        return tl::unexpected(written.error());
    if (!whole) {
        if (const auto written = write_policy_files(*repository, **tree, {}, top); !written)
            return tl::unexpected(written.error());
    }
    return files;
}

std::string RevisionFiles::with_given_names(std::string message) const
{
    return top_.empty() ? message
                        : git::with_names_of(given_.substr(0, given_.find(':')), top_, std::move(message));
}

}
