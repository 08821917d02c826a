// SPDX-License-Identifier: Apache-2.0
#include "workspace/git/git_repository.h"

#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace rocelint::workspace::git {

std::string last_error()
{
    const git_error* error = git_error_last();
    return error == nullptr || error->message == nullptr ? "no reason given" : error->message;
}

Result<Repository> open_around(const std::string& path)
{
    git_libgit2_init();
    std::error_code ignored;
    std::filesystem::path start = std::filesystem::absolute(path, ignored);
    while (!std::filesystem::is_directory(start, ignored) && start.has_relative_path())
        start = start.parent_path();
    git_repository* found = nullptr;
    const int code = git_repository_open_ext(&found, start.c_str(), 0, nullptr);
    Repository repository(found);
    if (code == 0)
        return repository;
    const std::string why = last_error();
    // Without any git configuration file, libgit2 returns the same code for a repository of another user as
    // for no repository.
    git_buf at{};
    const bool is_there = git_repository_discover(&at, start.c_str(), 0, nullptr) == 0;
    std::filesystem::path top = is_there ? std::filesystem::path(at.ptr) : std::filesystem::path();
    git_buf_dispose(&at);
    if (!is_there)
        return Repository();
    if (!top.has_filename())
        top = top.parent_path();
    if (top.filename() == ".git")
        top = top.parent_path();
    struct stat status { };
    if (::stat(top.c_str(), &status) == 0 && status.st_uid != ::geteuid())
        return fail(ErrorKind::usage,
            fmt::format(
                "the git repository {} belongs to another user, and git reads it only where you trust it: "
                "`git config --global --add safe.directory {}`",
                top.string(),
                top.string()));
    return fail(ErrorKind::usage, fmt::format("the git repository around {} cannot be read: {}", path, why));
}

Result<Object> tree_of(git_repository& repository, const std::string& revision)
{
    git_object* found = nullptr;
    if (git_revparse_single(&found, &repository, revision.c_str()) != 0)
        return fail(ErrorKind::usage,
            fmt::format("'{}' is not a revision of the repository: {}{}",
                revision,
                last_error(),
                git_repository_is_shallow(&repository) == 1
                    ? "; the clone is shallow and lacks older commits: `git fetch --unshallow` gets them "
                      "(fetch-depth: 0 of actions/checkout, GIT_DEPTH: 0 of GitLab)"
                    : ""));
    const Object named(found);
    git_object* tree = nullptr;
    // A folder of a commit (HEAD:site) would be mistaken for the whole commit. A tree that is named by its own hash, as
    // `git write-tree` prints it, is accepted as complete.
    if (git_object_type(named.get()) == GIT_OBJECT_TREE && revision.find(':') != std::string::npos)
        return fail(ErrorKind::usage, fmt::format("'{}' is a folder of a commit, not a commit", revision));
    if (git_object_type(named.get()) == GIT_OBJECT_BLOB)
        return fail(ErrorKind::usage, fmt::format("'{}' is a file of a commit, not a commit", revision));
    if (git_object_peel(&tree, named.get(), GIT_OBJECT_TREE) != 0)
        return fail(ErrorKind::usage, fmt::format("'{}' is not a commit: {}", revision, last_error()));
    return Object(tree);
}

bool has_path(const git_object& tree, const std::filesystem::path& path)
{
    if (path.empty() || path == ".")
        return true;
    if (!stays_inside(path.generic_string()))
        return false;
    git_tree_entry* entry = nullptr;
    const bool found = git_tree_entry_bypath(
                           &entry, reinterpret_cast<const git_tree*>(&tree), path.generic_string().c_str())
        == 0;
    const Entry held(entry);
    return found;
}

std::string_view text_of_blob(const git_object& blob)
{
    const auto* held = reinterpret_cast<const git_blob*>(&blob);
    return {static_cast<const char*>(git_blob_rawcontent(held)), git_blob_rawsize(held)};
}

std::optional<std::string> text_of(
    git_repository& repository, const git_object& tree, const std::filesystem::path& path)
{
    git_tree_entry* found = nullptr;
    if (!stays_inside(path.generic_string())
        || git_tree_entry_bypath(
               &found, reinterpret_cast<const git_tree*>(&tree), path.generic_string().c_str())
            != 0)
        return std::nullopt;
    const Entry entry(found);
    git_object* held = nullptr;
    if (git_tree_entry_type(found) != GIT_OBJECT_BLOB
        || git_tree_entry_to_object(&held, &repository, found) != 0)
        return std::nullopt;
    const Object object(held);
    return std::string(text_of_blob(*held));
}

std::vector<std::string> wanted_paths(const std::filesystem::path& path)
{
    std::vector<std::string> wanted;
    if (!path.empty())
        wanted.push_back(path.generic_string());
    for (std::filesystem::path folder = path; !folder.empty();) {
        folder = folder.parent_path();
        for (const char* name : {"rocelint.yaml", "topology.yaml"})
            wanted.push_back((folder / name).generic_string());
    }
    return wanted;
}

std::vector<std::string> paths_with_fabric(const git_object& tree, const std::filesystem::path& path)
{
    std::vector<std::string> wanted = wanted_paths(path);
    for (std::filesystem::path folder = path; !folder.empty();) {
        folder = folder.parent_path();
        if (!has_path(tree, folder / "topology.yaml"))
            continue;
        if (folder.empty())
            return {};
        wanted.push_back(folder.generic_string());
        break;
    }
    return wanted;
}

std::string with_names_of(std::string_view revision, const std::filesystem::path& folder, std::string message)
{
    const std::string inner = folder.string() + '/';
    for (std::size_t at = 0; (at = message.find(inner, at)) != std::string::npos; at += revision.size() + 1)
        message.replace(at, inner.size(), fmt::format("{}:", revision));
    return message;
}

}
