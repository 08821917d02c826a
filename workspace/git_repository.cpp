// SPDX-License-Identifier: Apache-2.0
#include "workspace/git_repository.h"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

namespace rocelint::workspace::git {

std::string last_error()
{
    const git_error* error = git_error_last();
    return error == nullptr || error->message == nullptr ? "no reason given" : error->message;
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
    if (git_object_peel(&tree, named.get(), GIT_OBJECT_TREE) != 0)
        return fail(ErrorKind::usage, fmt::format("'{}' is not a commit: {}", revision, last_error()));
    return Object(tree);
}

bool has_path(const git_object& tree, const std::filesystem::path& path)
{
    if (path.empty() || path == ".")
        return true;
    git_tree_entry* entry = nullptr;
    const bool found = git_tree_entry_bypath(
                           &entry, reinterpret_cast<const git_tree*>(&tree), path.generic_string().c_str())
        == 0;
    const Entry held(entry);
    return found;
}

std::optional<std::string> text_of(
    git_repository& repository, const git_object& tree, const std::filesystem::path& path)
{
    git_tree_entry* found = nullptr;
    if (git_tree_entry_bypath(&found, reinterpret_cast<const git_tree*>(&tree), path.generic_string().c_str())
        != 0)
        return std::nullopt;
    const Entry entry(found);
    git_object* held = nullptr;
    if (git_tree_entry_type(found) != GIT_OBJECT_BLOB
        || git_tree_entry_to_object(&held, &repository, found) != 0)
        return std::nullopt;
    const Object object(held);
    const auto* blob = reinterpret_cast<const git_blob*>(held);
    return std::string(static_cast<const char*>(git_blob_rawcontent(blob)), git_blob_rawsize(blob));
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

Result<void> write_out(git_repository& repository,
    const git_object& tree,
    std::vector<std::string> wanted,
    const std::filesystem::path& folder)
{
    std::vector<char*> words;
    for (std::string& word : wanted)
        words.push_back(word.data());
    const std::string target = folder.string();
    git_checkout_options options;
    git_checkout_options_init(&options, GIT_CHECKOUT_OPTIONS_VERSION);
    options.checkout_strategy = GIT_CHECKOUT_FORCE | GIT_CHECKOUT_DONT_UPDATE_INDEX
        | GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH | GIT_CHECKOUT_DONT_WRITE_INDEX;
    // Byte for byte as committed: findings are told by their lines.
    options.disable_filters = 1;
    options.target_directory = target.c_str();
    options.paths = {words.data(), words.size()};
    if (git_checkout_tree(&repository, &tree, &options) != 0)
        return fail(ErrorKind::unreadable, fmt::format("{}: cannot be written: {}", target, last_error()));
    return {};
}

std::string with_names_of(std::string_view revision, const std::filesystem::path& folder, std::string message)
{
    const std::string inner = folder.string() + '/';
    for (std::size_t at = 0; (at = message.find(inner, at)) != std::string::npos; at += revision.size() + 1)
        message.replace(at, inner.size(), fmt::format("{}:", revision));
    return message;
}

Result<std::filesystem::path> make_folder()
{
    std::error_code failed;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
    std::string made = (parent / "rocelint-XXXXXX").string();
    if (failed || ::mkdtemp(made.data()) == nullptr)
        return fail(ErrorKind::unreadable,
            fmt::format("{}: no folder can be made here for the files of a revision", parent.string()));
    return std::filesystem::path(made);
}

}
