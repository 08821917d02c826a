// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

#include <string_view>

namespace rocelint::cli {

/// The first word of `completion` where the others are a command line up to the cursor.
inline constexpr std::string_view candidates_word = "candidates";

/// Prints the script that a shell reads, or what may stand at the cursor of a command line ("candidates"): on the first line
/// "none", "files" or "folders", which may stand there too, then a word on each line, with a tab and what it means.
[[nodiscard]] ExitCode run_completion(const CompletionOptions& options);

}
