// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The commit that files were checked out from.
struct Checkout {
    std::string commit; ///< its name in 40 hexadecimal digits
    std::int64_t time = 0; ///< when it was made, in seconds since 1970
    bool changed = false; ///< whether one of the files differs from the commit, or a file of it is gone
};

/// The commit that the paths lie in: HEAD of the git repository around the first of them. `files` are the
/// files that were read, below the paths or elsewhere. No value if that repository cannot be read or tracks
/// none of the files.
[[nodiscard]] std::optional<Checkout> find_checkout(
    const std::vector<std::string>& paths, const std::vector<std::string>& files);

}
