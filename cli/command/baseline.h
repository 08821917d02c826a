// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "workspace/inputs.h"

#include <cstdint>
#include <string>

namespace rocelint::cli {

/// `rocelint baseline create|update|show`, as the command line asks for it.
struct BaselineOptions {
    enum class What : std::uint8_t { create, update, show };
    enum class Format : std::uint8_t { text, json };
    What what = What::show;
    workspace::InputOptions input;
    std::string file = "rocelint-baseline.json";
    bool force = false; ///< of create: over one that is there
    bool add_new = false; ///< of update: what is new is known from now on
    Format format = Format::text;
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
};

/// Checks, and holds the findings against the baseline. Nothing is written where an input could not be read: what was in it
/// would count as solved.
[[nodiscard]] ExitCode run_baseline(const BaselineOptions& options);

}
