// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// The folder part of a path as written; "." if it has none.
[[nodiscard]] std::string folder_of(std::string_view path);

/// The part after the last slash.
[[nodiscard]] std::string last_name(std::string_view path);

/// last_name() up to its first dot: the name of a device whose file does not state one.
[[nodiscard]] std::string stem(std::string_view path);

/// The absolute path without "." and ".." and without a trailing slash. Symbolic links are not resolved.
/// Makes paths written relative to different folders comparable.
[[nodiscard]] std::string absolute_path(const std::string& path);

/// Whether a relative path stays inside its folder: no "..", no root, no empty part, no NUL.
[[nodiscard]] bool stays_inside(std::string_view path);

/// Whether an absolute path is `top` or lies below it.
[[nodiscard]] bool is_below(std::string_view path, std::string_view top);

}
