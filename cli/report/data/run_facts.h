// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace rocelint::cli {

/// Which files a report is about and how it was made. None of it comes from the clock: the same files and the
/// same command give the same report.
struct RunFacts {
    std::string site; ///< name of the folder or file that was checked
    std::string date; ///< ISO date: of SOURCE_DATE_EPOCH, otherwise of the commit; may be empty
    std::string commit; ///< that the files were checked out from; empty outside of git
    bool changed = false; ///< whether the files differ from the commit
    std::string command; ///< as it would be typed in a shell
};

/// The facts about a run with these paths, which read these files.
[[nodiscard]] RunFacts run_facts(
    const std::vector<std::string>& paths, const std::vector<std::string>& files, std::string command);

/// The words of a command line as one would type them in a shell; the first is the program, without its
/// folder.
[[nodiscard]] std::string typed_command(std::span<const char* const> words);

}
