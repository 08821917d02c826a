// SPDX-License-Identifier: Apache-2.0
// Paths are given in many forms (`.`, `../site`, $CI_PROJECT_DIR/site), but a service finds a line of the
// change only by one of them.
#include "cli/report/ci/checkout_path.h"

#include "workspace/files/path_names.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace rocelint::cli {
namespace {

namespace files = std::filesystem;

std::string find_checkout()
{
    std::error_code error;
    const files::path here = files::current_path(error);
    for (files::path folder = here; !error && !folder.empty(); folder = folder.parent_path()) {
        std::error_code ignored;
        if (files::exists(folder / ".git", ignored))
            return folder.string();
        if (folder == folder.root_path())
            break;
    }
    return here.string();
}

std::optional<std::string> below(const std::string& top, const std::string& path)
{
    if (!workspace::is_below(path, top))
        return std::nullopt;
    if (path.size() == top.size())
        return ".";
    return path.substr(top.ends_with('/') ? top.size() : top.size() + 1);
}

std::string from_checkout(const std::string& path)
{
    static const std::string top = find_checkout();
    if (auto inside = below(top, workspace::absolute_path(path)))
        return *std::move(inside);
    // The working directory is known with links resolved, but a given path may contain links.
    std::error_code error;
    if (const files::path real = files::weakly_canonical(path, error); !error) {
        if (auto inside = below(top, real.string()))
            return *std::move(inside);
    }
    return files::path(path).lexically_normal().string();
}

}

std::string checkout_path(const std::string& path)
{
    if (path == "-")
        return path;
    // Cache the last result: reports go file by file, with many findings in each, and resolving links uses
    // the file system.
    thread_local std::pair<std::string, std::string> last;
    if (last.first != path || path.empty())
        last = {path, from_checkout(path)};
    return last.second;
}

}
