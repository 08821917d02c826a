// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/amend/corrections.h"

#include <vector>

namespace rocelint::workspace {

/// The result of writing the corrected files.
struct Written {
    std::size_t files = 0;
    std::size_t changes = 0; ///< of devices all of whose files were written
    /// Files that changed since they were read or cannot be written. They stay as they were.
    std::vector<Error> errors;
};

/// Writes each corrected file atomically: a temporary file next to it, then a rename.
[[nodiscard]] Written write_corrections(const Outcome& outcome, const std::vector<Correction>& corrections);

}
