// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/severity.h"
#include "cli/terminal/exit_code.h"
#include "workspace/inputs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace rocelint::cli {

/// `rocelint diff`, as the command line asks for it.
struct DiffOptions {
    enum class Format : std::uint8_t { text, markdown, json };
    workspace::InputOptions input; ///< its paths: the old files, then the new ones
    Format format = Format::text;
    std::string output; ///< file for the report; empty: standard output
    std::optional<Severity> fail_on
        = Severity::error; ///< a new finding of this severity makes it worse; nothing: never
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
};

/// Checks both, and tells what lies between them.
[[nodiscard]] ExitCode run_diff(const DiffOptions& options);

}
