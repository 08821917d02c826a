// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"

#include <cstddef>
#include <string>

namespace rocelint::cli {

/// `rocelint render`, as the command line asks for it.
struct RenderOptions {
    std::string intent; ///< a fabric.yaml
    std::string folder; ///< where to; empty with `check`: nowhere
    bool check = false; ///< write nothing; with a folder: whether it is as render would write it
    bool force = false; ///< overwrite what was changed by hand
    std::size_t jobs = 0; ///< 0: all cores
    bool quiet = false; ///< no progress
};

/// Designs the fabric of an intent and writes the configuration of every device, with the topology and the policy that
/// `check` reads them by. All files or none.
[[nodiscard]] ExitCode run_render(const RenderOptions& options);

}
