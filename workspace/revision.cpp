// SPDX-License-Identifier: Apache-2.0
// Files of a commit are written out rather than read from the repository, so that they are found, grouped and recognised as
// any others.
#include "workspace/revision.h"

#include <fmt/format.h>

#include <cstdlib>
#include <git2.h>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace rocelint::workspace {
namespace {

template <auto free>
struct Freed {
    template <class T>
    void operator()(T* held) const
    {
        free(held);
    }
};
using Repository = std::unique_ptr<git_repository, Freed<git_repository_free>>;
using Object = std::unique_ptr<git_object, Freed<git_object_free>>;
using Entry = std::unique_ptr<git_tree_entry, Freed<git_tree_entry_free>>;

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
            fmt::format("'{}' is not a revision of the repository: {}", revision, last_error()));
    const Object named(found);
    git_object* tree = nullptr;
    if (git_object_peel(&tree, named.get(), GIT_OBJECT_TREE) != 0)
        return fail(ErrorKind::usage, fmt::format("'{}' is not a commit: {}", revision, last_error()));
    return Object(tree);
}

// What is to be written out: the path, and the policies and topologies that hold for it.
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

Result<void> write_out(git_repository& repository,
    const git_object& tree,
    const std::filesystem::path& path,
    const std::filesystem::path& folder)
{
    std::vector<std::string> wanted = path.empty() ? std::vector<std::string>() : wanted_paths(path);
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
    const Repository repository(found);
    const auto tree = tree_of(*repository, given.substr(0, colon));
    if (!tree)
        return tl::unexpected(tree.error());
    const std::filesystem::path path
        = std::filesystem::path(given.substr(colon + 1)).lexically_normal().relative_path();
    const bool whole = path.empty() || path == ".";
    git_tree_entry* entry = nullptr;
    if (!whole
        && git_tree_entry_bypath(
               &entry, reinterpret_cast<const git_tree*>(tree->get()), path.generic_string().c_str())
            != 0)
        return fail(ErrorKind::usage, fmt::format("{}: the revision has no such path", given));
    const Entry held(entry);
    auto folder = make_folder();
    if (!folder)
        return tl::unexpected(folder.error());
    RevisionFiles files(given, whole ? folder->string() : (*folder / path).string());
    files.folder_ = *folder;
    if (const auto written = write_out(*repository, **tree, whole ? std::filesystem::path() : path, *folder);
        !written)
        return tl::unexpected(written.error());
    return files;
}

}
