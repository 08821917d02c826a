// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "rules/engine/engine.h"
#include "workspace/input/inputs.h"

namespace rocelint::cli {

/// Command-line options of `rocelint fix`.
struct FixOptions {
    enum class Mode : std::uint8_t {
        diff, ///< print what would change
        write, ///< change the files
        check, ///< only set the exit code to whether anything would change
        commands, ///< print commands for the devices themselves
    };
    workspace::InputOptions input;
    Mode mode = Mode::diff;
    Selection selection;
    bool hitless = false; ///< only corrections that lose no packet
    std::string sku; ///< model of the switches, if their files do not state it
    std::string release; ///< release of their operating system
    std::string folder; ///< for commands: the folder for one file per device; empty: print them
    bool force = false; ///< overwrite files in the folder that were changed by hand
    ColourMode colour = ColourMode::automatic;
    bool quiet = false; ///< no progress
    std::size_t jobs = 0; ///< 0: all cores
};

/// Checks, and corrects what can be corrected automatically. The rest is listed on standard error.
[[nodiscard]] ExitCode run_fix(const FixOptions& options);

}
