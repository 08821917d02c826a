// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/corrections.h"

#include <vector>

namespace rocelint::workspace {

/// What became of the corrected files.
struct Written {
    std::size_t files = 0;
    std::size_t changes = 0; ///< of devices all of whose files were written
    std::vector<Error>
        errors; ///< a file that changed since it was read, or cannot be written; it stays as it was
};

/// Writes every corrected file in one step: through a temporary file beside it and a rename.
[[nodiscard]] Written write_corrections(const Outcome& outcome, const std::vector<Correction>& corrections);

}
