// SPDX-License-Identifier: Apache-2.0
// Expands paths into files in the same order on every machine: sorted, each inode once. FIFOs, sockets and
// devices are never opened, since reading one can block forever.
#include "workspace/find/find_files.h"

#include "models/text/nearest.h"
#include "models/text/similar_path.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <memory>
#include <sys/stat.h>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace rocelint::workspace {
namespace {

namespace fs = std::filesystem;

bool is_excluded(std::string_view path, const std::string& top, const std::vector<std::string>& exclude)
{
    std::string_view relative = path;
    if (top != "." && relative.starts_with(top))
        relative.remove_prefix(top.size());
    while (relative.starts_with('/'))
        relative.remove_prefix(1);
    return std::ranges::any_of(
        exclude, [relative](const std::string& pattern) { return glob_match(pattern, relative); });
}

// The file with the variables of a job is called .env; a folder of that name holds programs of Python.
bool is_hidden(const dirent& entry)
{
    return entry.d_name[0] == '.' && (std::string_view(entry.d_name) != ".env" || entry.d_type == DT_DIR);
}

class Finder {
public:
    Finder(const std::vector<std::string>& paths, const std::vector<std::string>& exclude, bool follow)
        : exclude_(exclude), follow_(follow)
    {
        for (const std::string& path : paths)
            tops_.push_back(real_path(path));
    }

    void add(const std::string& path)
    {
        struct stat status { };
        if (::stat(path.c_str(), &status) != 0) {
            const int error = errno;
            refuse(path, std::generic_category().message(error) + meant_path(path));
            return;
        }
        if (!is_new(status))
            return;
        if (S_ISDIR(status.st_mode))
            list(path);
        else if (S_ISREG(status.st_mode))
            take(path, status);
        else
            refuse(path, "not a regular file or folder");
    }

    FoundFiles take()
    {
        std::ranges::sort(found_.files);
        std::ranges::sort(found_.large);
        std::ranges::sort(found_.outside);
        return std::move(found_);
    }

private:
    void refuse(const std::string& path, const std::string& why)
    {
        found_.unreadable.push_back(
            {ErrorKind::unreadable, fmt::format("{}: cannot be read: {}", path, why), {}});
    }

    // Folders to visit are in a list, so that a deep tree costs memory and not stack.
    void list(const std::string& top)
    {
        std::vector<std::string> waiting{top};
        while (!waiting.empty()) {
            const std::string folder = std::move(waiting.back());
            waiting.pop_back();
            const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
            if (entries == nullptr) {
                refuse(folder, std::generic_category().message(errno));
                continue;
            }
            std::string path = folder == "." ? "" : folder;
            if (!path.empty() && !path.ends_with('/'))
                path += '/';
            const std::size_t length = path.size();
            for (;;) {
                errno = 0;
                const dirent* entry = ::readdir(entries.get());
                if (entry == nullptr)
                    break;
                if (is_hidden(*entry))
                    continue;
                path.resize(length);
                path += entry->d_name;
                if (!is_excluded(path, top, exclude_))
                    enter(path, ::dirfd(entries.get()), entry->d_name, waiting);
            }
            if (errno != 0)
                refuse(folder, std::generic_category().message(errno));
        }
    }

    // `name` is what `folder` calls the file: the kernel then need not follow the whole path again.
    void enter(const std::string& path, int folder, const char* name, std::vector<std::string>& waiting)
    {
        struct stat status { };
        if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
            // The file vanished during the search.
            refuse(path, std::generic_category().message(errno));
            return;
        }
        const bool is_link = S_ISLNK(status.st_mode);
        // A broken link is not the user's input.
        if (is_link && ::stat(path.c_str(), &status) != 0)
            return;
        if (!S_ISDIR(status.st_mode) && !S_ISREG(status.st_mode))
            return;
        if (!follow_ && is_link && leads_outside(path)) {
            found_.outside.push_back(path);
            return;
        }
        if (!is_new(status))
            return;
        if (S_ISDIR(status.st_mode))
            waiting.push_back(path);
        else
            take(path, status);
    }

    [[nodiscard]] bool is_new(const struct stat& status)
    {
        return seen_[status.st_dev].insert(status.st_ino).second;
    }

    void take(const std::string& path, const struct stat& status)
    {
        found_.files.push_back(path);
        if (static_cast<std::uint64_t>(status.st_size) > large_file)
            found_.large.push_back(path);
    }

    // Following a link to / would check the whole machine.
    [[nodiscard]] bool leads_outside(const std::string& path) const
    {
        const std::string target = real_path(path);
        return std::ranges::none_of(
            tops_, [&target](const std::string& top) { return is_below(target, top); });
    }

    static std::string real_path(const std::string& path)
    {
        std::error_code error;
        const fs::path real = fs::canonical(path, error);
        return error ? absolute_path(path) : real.string();
    }

    const std::vector<std::string>& exclude_;
    bool follow_;
    std::vector<std::string> tops_; ///< the given paths with links resolved
    std::map<dev_t, std::unordered_set<ino_t>> seen_; ///< the inodes, by file system
    FoundFiles found_;
};

}

FoundFiles find_files(
    const std::vector<std::string>& paths, const std::vector<std::string>& exclude, bool follow)
{
    Finder finder(paths, exclude, follow);
    for (const std::string& path : paths)
        finder.add(path);
    return finder.take();
}

void drop_excluded(
    std::vector<std::string>& files, const std::string& folder, const std::vector<std::string>& exclude)
{
    // An excluded folder excludes everything below it.
    std::erase_if(files, [&](const std::string& file) {
        for (std::string_view path = file; path.size() > folder.size() || folder == ".";
             path = path.substr(0, path.rfind('/'))) {
            if (is_excluded(path, folder, exclude))
                return true;
            if (path.rfind('/') == std::string_view::npos)
                break;
        }
        return false;
    });
}

}
