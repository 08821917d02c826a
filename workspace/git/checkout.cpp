// SPDX-License-Identifier: Apache-2.0
#include "workspace/git/checkout.h"

#include "workspace/git/git_repository.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace rocelint::workspace {
namespace {

namespace fs = std::filesystem;

// The path from the top of the working tree; empty for a path outside.
std::string inside_checkout(const fs::path& top, const std::string& path)
{
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(path, failed);
    const fs::path inside = failed ? fs::path() : whole.lexically_relative(top);
    return inside.empty() || *inside.begin() == ".." ? std::string() : inside.generic_string();
}

fs::path checkout_top(git_repository& repository)
{
    std::error_code ignored;
    const char* folder = git_repository_workdir(&repository);
    fs::path top = folder == nullptr ? fs::path() : fs::weakly_canonical(folder, ignored);
    return top.has_filename() ? top : top.parent_path();
}

struct Differences {
    std::set<std::string> files; ///< that were read, from the top of the working tree
    bool found = false;
};

extern "C" int on_difference(const git_diff_delta* delta, float, void* payload)
{
    auto& differences = *static_cast<Differences*>(payload);
    differences.found = differences.found || delta->status == GIT_DELTA_DELETED
        || differences.files.contains(delta->new_file.path);
    return 0;
}

}

std::optional<Checkout> find_checkout(
    const std::vector<std::string>& paths, const std::vector<std::string>& files)
{
    if (paths.empty())
        return std::nullopt;
    const auto repository = git::open_around(paths.front());
    if (!repository || *repository == nullptr)
        return std::nullopt;
    const fs::path top = checkout_top(**repository);
    git_object* head = nullptr;
    if (top.empty() || git_revparse_single(&head, repository->get(), "HEAD^{commit}") != 0)
        return std::nullopt;
    const git::Object commit(head);
    const auto tree = git::tree_of(**repository, "HEAD");
    if (!tree)
        return std::nullopt;
    Differences differences;
    bool tracked = false;
    std::vector<std::string> wanted;
    for (const std::string& file : files) {
        std::error_code failed;
        if (!fs::is_regular_file(file, failed))
            continue;
        const std::string inside = inside_checkout(top, file);
        const bool known = !inside.empty() && git::has_path(**tree, inside);
        tracked = tracked || known;
        differences.found = differences.found || !known;
        if (known)
            wanted.push_back(*differences.files.insert(inside).first);
    }
    if (!tracked)
        return std::nullopt;
    for (const std::string& path : paths)
        wanted.push_back(inside_checkout(top, path));
    // The top itself is ".", and then every path of the tree is wanted.
    if (std::ranges::any_of(wanted, [](const std::string& path) { return path.empty() || path == "."; }))
        wanted.clear();
    std::vector<char*> words;
    for (std::string& path : wanted)
        words.push_back(path.data());
    git_diff_options options;
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.flags = GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_DISABLE_PATHSPEC_MATCH;
    options.pathspec = {words.data(), words.size()};
    git_diff* made = nullptr;
    if (git_diff_tree_to_workdir_with_index(
            &made, repository->get(), reinterpret_cast<git_tree*>(tree->get()), &options)
        != 0)
        return std::nullopt;
    const git::Diff diff(made);
    if (git_diff_foreach(diff.get(), on_difference, nullptr, nullptr, nullptr, &differences) != 0)
        return std::nullopt;
    return Checkout{.commit = git_oid_tostr_s(git_object_id(commit.get())),
        .time = git_commit_time(reinterpret_cast<const git_commit*>(commit.get())),
        .changed = differences.found};
}

}
