// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/live_answer.h"

#include <chrono>
#include <string>

namespace rocelint::sonic {

/// What `config apply-patch --dry-run` says of a patch.
struct DryRun {
    bool taken = false;
    bool illegal = false; ///< refused by the updater's validators of fields, which config reload does not ask
    std::string shown; ///< what it would apply, one change a line, without secrets
    std::string port_down; ///< the port that it would take down on the way; empty: none
    std::chrono::seconds least{
        0}; ///< that applying it takes: twice the dry run, and a second for each change
    std::string complaint; ///< where it is not taken
};

/// Reads the answer to stage_script(), whose "@rc" is `status`.
[[nodiscard]] DryRun dry_run_of(const Answer& answer, std::string_view status);

}
