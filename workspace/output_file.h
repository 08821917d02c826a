// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// Whether `path` can become a file: its folder exists and it is no folder itself. Asked before the work begins.
[[nodiscard]] Result<void> check_output_path(const std::string& path);

/// Makes a whole new file or none. Fails where there is one already.
[[nodiscard]] Result<void> create_output_file(
    const std::string& path, std::string_view text, bool executable);

/// Writes a whole file or none: through a temporary file beside it and a rename. What is no regular file
/// (`/dev/stdout`) is written to directly.
[[nodiscard]] Result<void> write_output_file(const std::string& path, std::string_view text);

/// Writes a file that only its owner may read (0600), whole or not at all: configurations, plans. A symbolic link at this
/// path is replaced and never followed.
[[nodiscard]] Result<void> write_private_file(const std::string& path, std::string_view text);

/// Makes a folder that only its owner may enter (0700), with all above it that are not there. One that is there stays as
/// it is; a symbolic link to a folder is refused where it is the last part.
[[nodiscard]] Result<void> make_private_folder(const std::string& path);

}
