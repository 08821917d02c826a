// SPDX-License-Identifier: Apache-2.0
#include "workspace/git_repository.h"

#include <fmt/format.h>

#include <algorithm>
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
    // The code of one that belongs to somebody else is that of none where no file of git's settings is there.
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
    // The folder of a commit (HEAD:site) would be taken for all of it. A tree with a name of its own (git write-tree) is all.
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

namespace {

bool is_at_or_below(std::string_view path, std::string_view top)
{
    return path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '/');
}

struct Search {
    const std::vector<std::string>& paths;
    std::vector<Submodule> found;
};

extern "C" int on_entry(const char* root, const git_tree_entry* entry, void* payload)
{
    if (git_tree_entry_type(entry) != GIT_OBJECT_COMMIT)
        return 0;
    auto& search = *static_cast<Search*>(payload);
    std::string path = std::string(root) + git_tree_entry_name(entry);
    const bool wanted = search.paths.empty()
        || std::ranges::any_of(
            search.paths, [&](const std::string& top) { return is_at_or_below(path, top); });
    if (wanted) {
        const std::string commit = git_oid_tostr_s(git_tree_entry_id(entry));
        search.found.push_back({std::move(path), commit});
    }
    return 0;
}

}

std::vector<Submodule> submodules_of(const git_object& tree, const std::vector<std::string>& paths)
{
    if (!has_path(tree, ".gitmodules"))
        return {};
    Search search{paths, {}};
    git_tree_walk(reinterpret_cast<const git_tree*>(&tree), GIT_TREEWALK_PRE, on_entry, &search);
    return std::move(search.found);
}

Repository open_submodule(git_repository& repository, const Submodule& submodule)
{
    const char* top = git_repository_workdir(&repository);
    git_repository* found = nullptr;
    if (top != nullptr)
        git_repository_open(&found, (std::filesystem::path(top) / submodule.path).c_str());
    return Repository(found);
}

Result<Object> tree_of(git_repository& repository, const Submodule& submodule)
{
    auto tree = tree_of(repository, submodule.commit);
    if (!tree)
        return fail(
            ErrorKind::usage, fmt::format("the submodule {}: {}", submodule.path, tree.error().message));
    return tree;
}

Result<void> write_out(git_repository& repository,
    const git_object& tree,
    std::vector<std::string> wanted,
    const std::filesystem::path& folder)
{
    for (const Submodule& submodule : submodules_of(tree, wanted)) {
        const Repository inner = open_submodule(repository, submodule);
        if (inner == nullptr)
            continue;
        const auto held = tree_of(*inner, submodule);
        if (!held)
            return tl::unexpected(held.error());
        std::error_code ignored;
        std::filesystem::create_directories(folder / submodule.path, ignored);
        if (auto written = write_out(*inner, **held, {}, folder / submodule.path); !written)
            return written;
    }
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

}
