// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/live/live_answer.h"

#include <chrono>
#include <string>

namespace rocelint::sonic {

/// The result of `config apply-patch --dry-run` for a patch.
struct DryRun {
    bool taken = false;
    /// Refused by the updater's field validators, which config reload does not run.
    bool illegal = false;
    /// The changes it would apply, one per line, without secrets.
    std::string shown;
    /// A port that it would take down in between; empty if none.
    std::string port_down;
    /// Estimated least time to apply the patch: twice the dry run, and a second for each change.
    std::chrono::seconds least{0};
    std::string complaint; ///< why the patch is not accepted
};

/// Parses the output of stage_script(), whose "@rc" is `status`.
[[nodiscard]] DryRun dry_run_of(const Answer& answer, std::string_view status);

}
