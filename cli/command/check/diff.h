// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/fail_on.h"
#include "cli/terminal/exit_code.h"
#include "models/text/objection.h"
#include "workspace/input/inputs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace rocelint::cli {

/// Command-line options of `rocelint diff`.
struct DiffOptions {
    enum class Format : std::uint8_t { text, markdown, json };
    workspace::InputOptions input; ///< `paths` holds the old files, then the new ones
    Format format = Format::text;
    std::string output; ///< file for the report; empty: standard output
    FailOn fail_on; ///< from which severity on a new finding makes the run fail
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
};

/// Objects unless there are two paths.
[[nodiscard]] Objection complete(const DiffOptions& options);

/// Checks both sides, and reports the differences.
[[nodiscard]] ExitCode run_diff(const DiffOptions& options);

}
