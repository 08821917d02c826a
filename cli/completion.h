// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

#include <string_view>

namespace rocelint::cli {

/// The first argument of `completion` if the others are a command line up to the cursor.
inline constexpr std::string_view candidates_word = "candidates";

/// Prints the completion script for a shell, or (with "candidates") what may come at the cursor of a command
/// line. The first line is "none", "files" or "folders", the paths that may come there as well; each further
/// line has a word, a tab and the meaning of the word.
[[nodiscard]] ExitCode run_completion(const CompletionOptions& options);

}
