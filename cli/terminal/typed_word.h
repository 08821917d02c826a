// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::cli {

/// A word as one would type it in a POSIX shell: in single quotes where the shell would read it differently.
[[nodiscard]] std::string typed_word(std::string_view word);

/// The same for a path: one that begins with a hyphen, which would be an option, gets "./" in front.
[[nodiscard]] std::string typed_path(std::string_view path);

}
