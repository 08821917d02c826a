// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// The folder of a path as it is written; "." where it has none.
[[nodiscard]] std::string folder_of(std::string_view path);

/// What stands behind the last slash.
[[nodiscard]] std::string last_name(std::string_view path);

/// last_name() without what follows its first dot; the name of a device whose file does not state one.
[[nodiscard]] std::string stem(std::string_view path);

/// Absolute, without "." and ".." and without a slash at the end; symbolic links stay as they are. Makes paths comparable
/// that were written from different folders.
[[nodiscard]] std::string absolute_path(const std::string& path);

/// Whether a relative path stays inside the folder that it is relative to: no "..", no root, no empty part, no NUL.
[[nodiscard]] bool stays_inside(std::string_view path);

/// Whether an absolute path is `top` or lies below it.
[[nodiscard]] bool is_below(std::string_view path, std::string_view top);

}
