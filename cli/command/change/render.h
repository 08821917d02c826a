// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "models/text/objection.h"

#include <cstddef>
#include <string>

namespace rocelint::cli {

/// Command-line options of `rocelint render`.
struct RenderOptions {
    std::string intent; ///< a fabric.yaml
    std::string folder; ///< output folder; may be empty with `check`
    bool check = false; ///< write nothing; with a folder: test whether it is as render would write it
    bool force = false; ///< overwrite files that were changed by hand
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
};

/// Objects to a run without a folder, unless it only checks.
[[nodiscard]] Objection complete(const RenderOptions& options);

/// Designs the fabric of an intent and writes the configuration of every device, with the topology and the
/// policy for `check`. Writes all files or none.
[[nodiscard]] ExitCode run_render(const RenderOptions& options);

}
