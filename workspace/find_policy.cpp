// SPDX-License-Identifier: Apache-2.0
// Where rocelint.yaml is looked for (upward from the path, as git looks for its folder) and topology.yaml (in the folder, or
// beside it).
#include "workspace/find_policy.h"

#include <filesystem>
#include <system_error>

namespace rocelint::workspace {
namespace {

namespace files = std::filesystem;

bool is_file(const files::path& path)
{
    std::error_code ignored;
    return files::is_regular_file(path, ignored);
}

// The absolute folder that `path` is or lies in.
files::path folder_containing(const std::string& path)
{
    std::error_code error;
    files::path absolute = files::absolute(path, error).lexically_normal();
    if (error)
        return {};
    if (!absolute.has_filename())
        absolute = absolute.parent_path();
    return files::is_directory(absolute, error) ? absolute : absolute.parent_path();
}

// As the user would write it: relative where the argument was relative.
std::string as_written(const files::path& found, const std::string& argument)
{
    std::error_code error;
    if (files::path(argument).is_absolute())
        return found.string();
    const files::path here = files::current_path(error);
    return error ? found.string() : found.lexically_relative(here).string();
}

}

std::string find_policy(const std::string& path)
{
    for (files::path folder = folder_containing(path); !folder.empty(); folder = folder.parent_path()) {
        if (is_file(folder / "rocelint.yaml"))
            return as_written(folder / "rocelint.yaml", path);
        if (folder == folder.root_path())
            break;
    }
    return {};
}

std::string find_topology(const std::string& path)
{
    const files::path folder = folder_containing(path);
    std::error_code ignored;
    if (is_file(folder / "topology.yaml"))
        return as_written(folder / "topology.yaml", path);
    if (files::is_directory(path, ignored) && is_file(folder.parent_path() / "topology.yaml"))
        return as_written(folder.parent_path() / "topology.yaml", path);
    return {};
}

}
