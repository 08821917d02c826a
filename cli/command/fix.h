// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "rules/engine.h"
#include "workspace/inputs.h"

namespace rocelint::cli {

/// `rocelint fix`, as the command line asks for it.
struct FixOptions {
    enum class Mode : std::uint8_t {
        diff, ///< print what would change
        write, ///< change the files
        check, ///< only say whether anything would change, by the exit code
        commands, ///< print what the devices themselves take
    };
    workspace::InputOptions input;
    Mode mode = Mode::diff;
    Selection selection;
    bool hitless = false; ///< only corrections that lose no packet
    std::string sku; ///< what the switches are, where their files do not tell
    std::string release; ///< what operating system they run
    std::string folder; ///< for commands: one file for each device goes here; empty: they are printed
    bool force = false; ///< over files in the folder that were changed by hand
    ColourMode colour = ColourMode::automatic;
    bool quiet = false; ///< no progress
    std::size_t jobs = 0; ///< 0: all cores
};

/// Checks, and corrects what can be corrected without people. What cannot is listed on standard error.
[[nodiscard]] ExitCode run_fix(const FixOptions& options);

}
