// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "models/text/result.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// A file named on the command line, and the words that name it.
struct NamedFile {
    std::string words; ///< "--report sarif=out.sarif"
    std::string path; ///< empty: not given
};

/// Checks, before the work begins, that the output files of a run can be written and overwrite nothing else:
/// no other output file, none of `read`, and no configuration, policy or topology below `inputs`. An earlier
/// report among the inputs may be replaced.
[[nodiscard]] Result<void> check_written_files(
    std::span<const NamedFile> written, std::span<const NamedFile> read, std::span<const std::string> inputs);

/// A page by the name of its file.
struct NamedPage {
    std::string name;
    std::string text;
};

/// Writes pages into a folder, which is created if it does not exist. Prints which could not be written; the exit
/// code is then `usage`.
[[nodiscard]] ExitCode write_pages(const std::string& folder, std::span<const NamedPage> pages);

}
