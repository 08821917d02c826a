// SPDX-License-Identifier: Apache-2.0
#include "workspace/git/commit_names.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace rocelint::workspace::git {
namespace {

// Code points, in UTF-8, that HFS+ removes from a name before comparing it.
constexpr std::string_view ignored_by_hfs[]{"\xe2\x80\x8c",
    "\xe2\x80\x8d",
    "\xe2\x80\x8e",
    "\xe2\x80\x8f",
    "\xe2\x80\xaa",
    "\xe2\x80\xab",
    "\xe2\x80\xac",
    "\xe2\x80\xad",
    "\xe2\x80\xae",
    "\xe2\x81\xaa",
    "\xe2\x81\xab",
    "\xe2\x81\xac",
    "\xe2\x81\xad",
    "\xe2\x81\xae",
    "\xe2\x81\xaf",
    "\xef\xbb\xbf"};

bool is_ignored_by_hfs(std::string_view text)
{
    return std::ranges::any_of(
        ignored_by_hfs, [text](std::string_view point) { return text.starts_with(point); });
}

// The name as file systems compare it: without case and the code points above, and without what NTFS drops:
// the name of a stream, and dots and blanks at the end.
std::string folded(std::string_view name)
{
    constexpr std::size_t bytes_of_point = 3;
    std::string text;
    while (!name.empty()) {
        if (is_ignored_by_hfs(name)) {
            name.remove_prefix(bytes_of_point);
            continue;
        }
        const char c = name.front();
        text += ascii::lower(c);
        name.remove_prefix(1);
    }
    text.resize(std::min(text.find_first_of(":\\"), text.size()));
    while (text.ends_with('.') || text.ends_with(' '))
        text.pop_back();
    return text;
}

}

bool is_entry_name(std::string_view name)
{
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string_view::npos
        || name.find('\0') != std::string_view::npos)
        return false;
    const std::string plain = folded(name);
    return plain != ".git" && plain != "git~1";
}

bool link_stays_inside(std::string_view path, std::string_view target)
{
    if (target.empty() || target.starts_with('/') || target.find('\0') != std::string_view::npos)
        return false;
    auto folders_above = std::ranges::count(path, '/');
    bool below = false;
    while (!target.empty()) {
        const std::string_view part = target.substr(0, target.find('/'));
        target.remove_prefix(std::min(part.size() + 1, target.size()));
        if (part.empty() || part == ".")
            continue;
        if (part != "..") {
            below = true;
            continue;
        }
        // After a name, which may itself be a link, ".." leads up from wherever that link ends.
        if (below || folders_above-- == 0)
            return false;
    }
    return true;
}

}
