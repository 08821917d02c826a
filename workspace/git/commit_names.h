// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::workspace::git {

/// Whether an entry of a folder in a commit may have this name. Git never writes a name that is empty,
/// contains a slash, is "." or "..", or is ".git" in the spelling of any file system; but anyone who creates
/// repository objects by hand can.
[[nodiscard]] bool is_entry_name(std::string_view name);

/// Whether a symbolic link at `path` (from the top of a commit's files) always leads to a place among those
/// files, whatever other links exist: the target must be relative, with ".." only at its beginning and no
/// more often than the link is deep in folders.
[[nodiscard]] bool link_stays_inside(std::string_view path, std::string_view target);

}
