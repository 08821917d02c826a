// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// Checks that `path` can become a file: its folder exists, and it is not a folder itself. Called before the
/// work begins.
[[nodiscard]] Result<void> check_output_path(const std::string& path);

/// Creates a file atomically. Fails if it exists already.
[[nodiscard]] Result<void> create_output_file(
    const std::string& path, std::string_view text, bool executable);

/// Writes a file atomically: to a temporary file next to it, which is then renamed. Writes directly to
/// anything that is not a regular file (`/dev/stdout`).
[[nodiscard]] Result<void> write_output_file(const std::string& path, std::string_view text);

/// Writes a file that only its owner may read (0600) atomically; used for configurations and plans. A
/// symbolic link at this path is replaced and never followed.
[[nodiscard]] Result<void> write_private_file(const std::string& path, std::string_view text);

/// Creates a folder that only its owner may enter (0700), with all missing folders above it. An existing
/// folder stays as it is; a path whose last part is a symbolic link to a folder is refused.
[[nodiscard]] Result<void> make_private_folder(const std::string& path);

}
