// SPDX-License-Identifier: Apache-2.0
// The objects of a repository are untrusted: git checks names when it creates a tree, not when it reads one.
#include "workspace/git/commit_files.h"

#include "workspace/files/beneath_folder.h"
#include "workspace/files/path_names.h"
#include "workspace/git/commit_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

namespace rocelint::workspace::git {
namespace {

// Ten names for the same folder, nested ten levels deep, fit into a commit of a few hundred bytes but expand
// without limit.
constexpr std::size_t most_entries = 1'000'000;
constexpr std::size_t longest_path = 4095; ///< the longest path that the system accepts
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30U;

bool is_at_or_below(std::string_view path, std::string_view top)
{
    return path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '/');
}

Result<Object> find_object(
    git_repository& repository, const git_oid& id, git_object_t type, const std::string& path)
{
    git_object* found = nullptr;
    if (git_object_lookup(&found, &repository, &id, type) != 0)
        return fail(ErrorKind::unreadable, fmt::format("{}: cannot be read: {}", path, last_error()));
    return Object(found);
}

// Opens only the folder of that name in the working tree, and only if `git submodule` created it: git would
// open a link or a repository among the committed files with settings that the commit chose.
Repository open_submodule(git_repository& outer, const std::string& path)
{
    const char* top = git_repository_workdir(&outer);
    if (top == nullptr || !stays_inside(path))
        return {};
    std::error_code failed;
    const std::filesystem::path real_top = std::filesystem::canonical(top, failed);
    if (failed)
        return {};
    const std::filesystem::path folder = real_top / path;
    if (std::filesystem::canonical(folder, failed) != folder || failed
        || !std::filesystem::exists(std::filesystem::symlink_status(folder / ".git", failed)))
        return {};
    git_repository* found = nullptr;
    git_repository_open_ext(&found, folder.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
    Repository repository(found);
    return found != nullptr && git_repository_workdir(found) != nullptr ? std::move(repository)
                                                                        : Repository();
}

}

// Trees still to visit are in a list, so that a deep commit costs memory and not stack.
class CommitFiles::Walk {
public:
    Walk(CommitFiles& files, std::vector<std::string> paths) : files_(files), paths_(std::move(paths)) { }

    Result<void> run(git_repository& repository, const git_object& tree)
    {
        waiting_.push_back({&repository, *git_object_id(&tree), {}, 0, has_path(tree, ".gitmodules")});
        while (!waiting_.empty()) {
            const Folder folder = std::move(waiting_.back());
            waiting_.pop_back();
            const auto held = find_object(*folder.repository, folder.id, GIT_OBJECT_TREE, folder.path);
            if (!held)
                return tl::unexpected(held.error());
            const auto* entries = reinterpret_cast<const git_tree*>(held->get());
            for (std::size_t at = 0; at < git_tree_entrycount(entries); ++at) {
                if (auto taken = take(folder, *git_tree_entry_byindex(entries, at)); !taken)
                    return taken;
            }
        }
        return {};
    }

private:
    struct Folder {
        git_repository* repository = nullptr;
        git_oid id{};
        std::string path; ///< from the top of the outer tree; empty for the top
        std::size_t own = 0; ///< length of the part of the path that is its repository's folder
        bool has_submodules = false; ///< its repository names submodules
    };

    Result<void> take(const Folder& folder, const git_tree_entry& entry)
    {
        const std::string_view name = git_tree_entry_name(&entry);
        if (!is_entry_name(name))
            return fail(ErrorKind::invalid,
                fmt::format(
                    "the commit has an entry '{}' in {}, a name that git gives to no file; nothing of the commit was read",
                    name,
                    folder.path.empty() ? "its top folder" : fmt::format("the folder '{}'", folder.path)));
        std::string path = folder.path.empty() ? std::string(name) : fmt::format("{}/{}", folder.path, name);
        const bool wanted = is_wanted(path);
        if (!wanted && !leads_to_wanted(path))
            return {};
        if (path.size() > longest_path || ++entries_ > most_entries)
            return fail(ErrorKind::invalid,
                fmt::format(
                    "the commit has more than {} files and folders, or a path of more than {} bytes; nothing of it was read",
                    most_entries,
                    longest_path));
        const git_filemode_t mode = git_tree_entry_filemode(&entry);
        if (mode == GIT_FILEMODE_TREE)
            waiting_.push_back({folder.repository,
                *git_tree_entry_id(&entry),
                std::move(path),
                folder.own,
                folder.has_submodules});
        else if (mode == GIT_FILEMODE_COMMIT)
            return wanted && folder.has_submodules
                ? take_submodule(folder, std::move(path), *git_tree_entry_id(&entry))
                : Result<void>();
        else if (wanted)
            files_.files_.push_back(
                {folder.repository, std::move(path), *git_tree_entry_id(&entry), mode == GIT_FILEMODE_LINK});
        return {};
    }

    Result<void> take_submodule(const Folder& folder, std::string path, const git_oid& commit)
    {
        Repository inner = open_submodule(*folder.repository, path.substr(folder.own));
        if (inner == nullptr)
            return {};
        auto tree = tree_of(*inner, git_oid_tostr_s(&commit));
        if (!tree)
            return fail(tree.error().kind, fmt::format("the submodule {}: {}", path, tree.error().message));
        waiting_.push_back({inner.get(),
            *git_object_id(tree->get()),
            path,
            path.size() + 1,
            has_path(**tree, ".gitmodules")});
        files_.submodules_.push_back({std::move(path), std::move(inner), *std::move(tree)});
        return {};
    }

    [[nodiscard]] bool is_wanted(std::string_view path) const
    {
        return paths_.empty() || std::ranges::any_of(paths_, [path](const std::string& top) {
            return is_at_or_below(path, top);
        });
    }

    [[nodiscard]] bool leads_to_wanted(std::string_view path) const
    {
        return std::ranges::any_of(
            paths_, [path](const std::string& top) { return is_at_or_below(top, path); });
    }

    CommitFiles& files_;
    std::vector<std::string> paths_;
    std::vector<Folder> waiting_;
    std::size_t entries_ = 0;
};

Result<CommitFiles> CommitFiles::find(
    git_repository& repository, const git_object& tree, std::vector<std::string> paths)
{
    CommitFiles files;
    if (auto done = Walk(files, std::move(paths)).run(repository, tree); !done)
        return tl::unexpected(done.error());
    return files;
}

Result<void> CommitFiles::write_into(const std::filesystem::path& folder) const
{
    auto target = BeneathFolder::open(folder.string());
    if (!target)
        return tl::unexpected(target.error());
    std::uint64_t bytes = 0;
    // Links last, so that no file is written through a link.
    for (const bool links : {false, true}) {
        for (const File& file : files_) {
            if (file.is_link != links)
                continue;
            const auto held = find_object(*file.repository, file.id, GIT_OBJECT_BLOB, file.path);
            if (!held)
                return tl::unexpected(held.error());
            const std::string_view text = text_of_blob(**held);
            bytes += text.size();
            if (bytes > most_bytes)
                return fail(ErrorKind::invalid,
                    fmt::format("the files of the commit have more than {} bytes", most_bytes));
            if (links && !link_stays_inside(file.path, text))
                continue;
            const auto written
                = links ? target->link_new(file.path, std::string(text)) : target->write_new(file.path, text);
            if (!written)
                return written;
        }
    }
    return {};
}

Result<void> write_out(git_repository& repository,
    const git_object& tree,
    std::vector<std::string> paths,
    const std::filesystem::path& folder)
{
    const auto files = CommitFiles::find(repository, tree, std::move(paths));
    return files ? files->write_into(folder) : tl::unexpected(files.error());
}

}
