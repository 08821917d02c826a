// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rocelint::cli {

/// Whole lines of a file that others take the place of. Lines count from 1.
struct LineReplacement {
    std::uint32_t first = 0;
    std::uint32_t count = 0; ///< that go; 0: what comes is put before `first`
    std::string text; ///< that comes, with its line ends
};

/// What mends one finding in one file.
struct FileReplacements {
    SourceId source = no_source;
    std::vector<LineReplacement> lines;
};

/// By index of the finding: its correction alone, made in the files and read again as `fix` does. Findings that nobody but people
/// can mend have none, nor have those beyond the first `most`, since each costs a reading of its device.
[[nodiscard]] std::map<std::uint32_t, std::vector<FileReplacements>> finding_fixes(
    const workspace::Outcome& outcome, std::size_t most = 200);

}
