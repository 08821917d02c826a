// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/input/inputs.h"

#include <cstdint>
#include <string>

namespace rocelint::cli {

/// Command-line options of `rocelint baseline create|update|show`.
struct BaselineOptions {
    enum class What : std::uint8_t { create, update, show };
    enum class Format : std::uint8_t { text, json };
    What what = What::show;
    workspace::InputOptions input;
    std::string file; ///< empty: the one that the policy names, else rocelint-baseline.json
    bool force = false; ///< create only: overwrite an existing file
    bool add_new = false; ///< update only: add new findings to the known ones
    Format format = Format::text;
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
};

/// Checks, and compares the findings with the baseline. If an input could not be read, writes nothing, since
/// its findings would count as solved.
[[nodiscard]] ExitCode run_baseline(const BaselineOptions& options);

}
