// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rocelint::cli {

/// Whole lines of a file, and the text that replaces them. Lines count from 1.
struct LineReplacement {
    std::uint32_t first = 0;
    std::uint32_t count = 0; ///< number of lines to remove; 0: insert `text` before `first`
    std::string text; ///< the new text, with its line ends
};

/// The correction of one finding in one file.
struct FileReplacements {
    SourceId source = no_source;
    std::vector<LineReplacement> lines;
};

/// By index of the finding: its correction alone, made in the files and verified by reading them again, as
/// `fix` does. Findings that only people can fix have none, and neither do those after the first `most`,
/// since each costs a reading of its device.
[[nodiscard]] std::map<std::uint32_t, std::vector<FileReplacements>> finding_fixes(
    const workspace::Outcome& outcome, std::size_t most = 200);

}
