// SPDX-License-Identifier: Apache-2.0
// Handles paths as text: the only thing requested from the file system is the working directory.
#include "workspace/files/path_names.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace rocelint::workspace {

std::string folder_of(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return ".";
    return std::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

std::string last_name(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string stem(std::string_view path)
{
    const std::string name = last_name(path);
    const std::size_t dot = name.find('.');
    return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

namespace {

// Absolute, and without empty, "." or ".." parts; nearly every path is.
bool is_plain(std::string_view path) { return path.starts_with('/') && stays_inside(path.substr(1)); }

}

bool stays_inside(std::string_view path)
{
    for (bool last = false; !last;) {
        const std::size_t slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string_view::npos)
            return false;
        last = slash == std::string_view::npos;
        path.remove_prefix(last ? path.size() : slash + 1);
    }
    return true;
}

std::string absolute_path(const std::string& path)
{
    if (is_plain(path))
        return path;
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(path, error);
    std::string text = (error ? std::filesystem::path(path) : absolute).lexically_normal().string();
    while (text.size() > 1 && text.ends_with('/'))
        text.pop_back();
    return text;
}

bool is_below(std::string_view path, std::string_view top)
{
    return path.starts_with(top)
        && (path.size() == top.size() || top.ends_with('/') || path[top.size()] == '/');
}

}
