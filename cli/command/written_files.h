// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// A file that the command line names, and the words that name it.
struct NamedFile {
    std::string words; ///< "--report sarif=out.sarif"
    std::string path; ///< empty: none was named
};

/// Whether what a run is to write can be written and takes the place of nothing else: of none of the others that it writes, of
/// none of `read`, and of no configuration, policy or topology below `inputs`. An earlier report among the inputs may be
/// replaced. Asked before the work begins.
[[nodiscard]] Result<void> check_written_files(
    std::span<const NamedFile> written, std::span<const NamedFile> read, std::span<const std::string> inputs);

}
