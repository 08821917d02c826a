// SPDX-License-Identifier: Apache-2.0
// The index is ignored: what counts are the files that the check reads.
#include "workspace/git/changed_lines.h"

#include "workspace/git/commit_files.h"
#include "workspace/git/revision_policies.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <system_error>
#include <utility>

namespace rocelint::workspace {
namespace {

namespace fs = std::filesystem;
using Changed = std::map<std::string, std::vector<LineRange>, std::less<>>;

Result<git::Repository> open_around(const std::string& path)
{
    auto around = git::open_around(path);
    if (!around)
        return fail(around.error().kind, "--changed-since: " + around.error().message);
    git::Repository repository = *std::move(around);
    if (repository == nullptr)
        return fail(ErrorKind::usage, fmt::format("--changed-since: {} is not in a git repository", path));
    if (git_repository_workdir(repository.get()) == nullptr)
        return fail(ErrorKind::usage,
            fmt::format("--changed-since: the git repository around {} has no working tree", path));
    return repository;
}

void add_whole(Changed& changed, const git_diff_delta& delta)
{
    changed[delta.new_file.path] = {{1, std::numeric_limits<std::uint32_t>::max()}};
}

bool is_new(const git_diff_delta& delta)
{
    return delta.status == GIT_DELTA_ADDED || delta.status == GIT_DELTA_UNTRACKED;
}

extern "C" int on_file(const git_diff_delta* delta, float, void* payload)
{
    auto& changed = *static_cast<Changed*>(payload);
    // A deleted line leaves no line behind, but the file has changed. A new file edits no existing line: if a
    // finding existed before, on the same line of the same device, the file had another name then.
    if (delta->status == GIT_DELTA_MODIFIED || delta->status == GIT_DELTA_TYPECHANGE)
        changed.try_emplace(delta->new_file.path);
    return 0;
}

extern "C" int on_binary(const git_diff_delta* delta, const git_diff_binary*, void* payload)
{
    if (!is_new(*delta))
        add_whole(*static_cast<Changed*>(payload), *delta);
    return 0;
}

extern "C" int on_hunk(const git_diff_delta* delta, const git_diff_hunk* hunk, void* payload)
{
    if (is_new(*delta))
        return 0;
    std::vector<LineRange>& ranges = (*static_cast<Changed*>(payload))[delta->new_file.path];
    if (hunk->new_lines > 0)
        ranges.push_back({static_cast<std::uint32_t>(hunk->new_start),
            static_cast<std::uint32_t>(hunk->new_start + hunk->new_lines - 1)});
    return 0;
}

Result<Changed> read_diff(git_repository& repository, git_object& tree, std::vector<std::string> paths)
{
    std::vector<char*> words;
    for (std::string& path : paths)
        words.push_back(path.data());
    git_diff_options options;
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS | GIT_DIFF_INCLUDE_TYPECHANGE
        | GIT_DIFF_DISABLE_PATHSPEC_MATCH;
    options.context_lines = 0;
    options.pathspec = {words.data(), words.size()};
    git_diff* made = nullptr;
    if (git_diff_tree_to_workdir(&made, &repository, reinterpret_cast<git_tree*>(&tree), &options) != 0)
        return fail(ErrorKind::unreadable,
            fmt::format("--changed-since: the working tree cannot be compared: {}", git::last_error()));
    const git::Diff diff(made);
    git_diff_find_options renames;
    git_diff_find_options_init(&renames, GIT_DIFF_FIND_OPTIONS_VERSION);
    renames.flags = GIT_DIFF_FIND_RENAMES | GIT_DIFF_FIND_FOR_UNTRACKED;
    Changed changed;
    if (git_diff_find_similar(diff.get(), &renames) != 0
        || git_diff_foreach(diff.get(), on_file, on_binary, on_hunk, nullptr, &changed) != 0)
        return fail(ErrorKind::unreadable,
            fmt::format("--changed-since: the working tree cannot be compared: {}", git::last_error()));
    return changed;
}

}

std::string ChangedLines::below_top(const std::string& path) const
{
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(path, failed);
    if (failed)
        return {};
    const fs::path below = whole.lexically_relative(top_);
    return below.empty() || *below.begin() == ".." ? std::string() : below.generic_string();
}

Result<ChangedLines> ChangedLines::find(
    const std::string& revision, const std::vector<std::string>& paths, const std::vector<std::string>& named)
{
    auto repository = open_around(paths.empty() ? "." : paths.front());
    if (!repository)
        return tl::unexpected(repository.error());
    ChangedLines change;
    change.revision_ = revision;
    std::error_code ignored;
    change.top_ = fs::weakly_canonical(git_repository_workdir(repository->get()), ignored);
    if (!change.top_.has_filename())
        change.top_ = change.top_.parent_path();
    std::vector<std::string> wanted;
    for (const std::string& path : paths) {
        const std::string below = change.below_top(path);
        if (below.empty())
            return fail(ErrorKind::usage,
                fmt::format(
                    "--changed-since: {} is not in the git repository {}", path, change.top_.string()));
        change.paths_.push_back(below);
        for (std::string& more : git::wanted_paths(below == "." ? fs::path() : fs::path(below)))
            wanted.push_back(std::move(more));
    }
    for (const std::string& path : named) {
        const std::string below = path.empty() ? std::string() : change.below_top(path);
        if (below.empty())
            continue;
        change.named_.push_back(below);
        wanted.push_back(below);
    }
    if (std::ranges::find(change.paths_, ".") != change.paths_.end())
        wanted.clear();
    const auto tree = git::tree_of(**repository, revision);
    if (!tree)
        return tl::unexpected(Error{tree.error().kind, "--changed-since: " + tree.error().message, {}});
    const auto held = git::CommitFiles::find(**repository, **tree, wanted);
    if (!held)
        return tl::unexpected(Error{held.error().kind, "--changed-since: " + held.error().message, {}});
    auto changed = read_diff(**repository, **tree, std::move(wanted));
    if (!changed)
        return tl::unexpected(changed.error());
    change.changed_ = *std::move(changed);
    for (const git::Submodule& submodule : held->submodules()) {
        const auto inside = read_diff(*submodule.repository, *submodule.tree, {});
        if (!inside)
            return tl::unexpected(inside.error());
        for (const auto& [path, lines] : *inside)
            change.changed_[submodule.path + '/' + path] = lines;
    }
    return change;
}

const std::vector<LineRange>* ChangedLines::find_file(const std::string& path) const
{
    const auto found = changed_.find(below_top(path));
    return found == changed_.end() ? nullptr : &found->second;
}

Result<std::unique_ptr<ChangedLines::Files>> ChangedLines::write_out() const
{
    auto repository = open_around(top_.string());
    if (!repository)
        return tl::unexpected(repository.error());
    const auto tree = git::tree_of(**repository, revision_);
    if (!tree)
        return tl::unexpected(tree.error());
    auto made = TemporaryFolder::make();
    if (!made)
        return tl::unexpected(made.error());
    const fs::path folder = made->path() / top_.filename();
    std::error_code ignored;
    fs::create_directory(folder, ignored);
    auto files = std::make_unique<Files>(*std::move(made));
    files->top = folder;
    std::vector<std::string> wanted;
    bool whole = false;
    for (const std::string& path : paths_) {
        if (!git::has_path(**tree, path))
            continue;
        files->paths.push_back(path == "." ? folder.string() : (folder / path).string());
        std::vector<std::string> more
            = path == "." ? std::vector<std::string>() : git::paths_with_fabric(**tree, path);
        whole = whole || more.empty();
        std::ranges::move(more, std::back_inserter(wanted));
    }
    if (files->paths.empty())
        return files;
    for (const std::string& path : named_) {
        if (git::has_path(**tree, path))
            wanted.push_back(path);
    }
    if (whole)
        wanted.clear();
    if (const auto written = git::write_out(**repository, **tree, std::move(wanted), folder); !written)
        return tl::unexpected(written.error());
    if (!whole) {
        if (const auto written = write_policy_files(**repository, **tree, named_, folder); !written)
            return tl::unexpected(written.error());
    }
    return files;
}

std::string ChangedLines::Files::version_of(const ChangedLines& change, const std::string& path) const
{
    const std::string below = change.below_top(path);
    std::error_code ignored;
    const fs::path there = top / below;
    return !below.empty() && fs::exists(there, ignored) ? there.string() : path;
}

std::string ChangedLines::Files::with_names_of(const ChangedLines& change, std::string message) const
{
    return git::with_names_of(change.revision_, top, std::move(message));
}

}
