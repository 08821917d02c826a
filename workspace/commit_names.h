// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::workspace::git {

/// Whether a folder of a commit may have an entry of this name. Git writes none that is empty, holds a slash, is "." or "..", or is
/// ".git" as any file system spells it; somebody who makes the objects of a repository by hand can write all of them.
[[nodiscard]] bool is_entry_name(std::string_view name);

/// Whether a symbolic link at `path`, from the top of a commit's files, leads to a place among them whatever other links there are:
/// the target is relative, and its ".." stand in front and are no more than the folders that the link lies in.
[[nodiscard]] bool link_stays_inside(std::string_view path, std::string_view target);

}
