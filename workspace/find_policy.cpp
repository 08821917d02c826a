// SPDX-License-Identifier: Apache-2.0
// rocelint.yaml and topology.yaml are looked for upward from the path, as git looks for its folder, so that a part of a fabric
// is read as from above.
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

std::string find_upward(const std::string& path, const char* name)
{
    for (files::path folder = folder_containing(path); !folder.empty(); folder = folder.parent_path()) {
        if (is_file(folder / name))
            return as_written((folder / name).string(), path);
        if (folder == folder.root_path())
            break;
    }
    return {};
}

}

std::string as_written(const std::string& absolute, const std::string& argument)
{
    std::error_code error;
    if (files::path(argument).is_absolute())
        return absolute;
    const files::path here = files::current_path(error);
    return error ? absolute : files::path(absolute).lexically_relative(here).string();
}

std::string find_policy(const std::string& path) { return find_upward(path, "rocelint.yaml"); }

std::string find_topology(const std::string& path) { return find_upward(path, "topology.yaml"); }

}
