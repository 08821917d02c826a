// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "models/text/result.h"
#include "push/run/run.h"

#include <cstddef>
#include <string>

namespace rocelint::cli {

/// Adds the gates that the options request to the report of a push: programs before and after each step, and
/// a prompt on the terminal after the canaries. Programs are run without a shell, and their output goes to
/// standard error.
void add_gates(const LiveOptions& options, push::PushReport& report);

/// The question that a push asks before it begins.
struct Beginning {
    const push::Plan& plan;
    std::string path; ///< of the plan, or of the journal that a rollback undoes or that is resumed
    std::string journal; ///< the journal that will be written
    bool rollback = false;
    std::size_t open_steps = 0; ///< interrupted steps that are finished first
    bool resumed = false; ///< `plan` has only what an interrupted run left, with its interrupted steps
};

/// Summarizes in three lines what a push or rollback will do, and asks for confirmation on the terminal; with
/// --yes it does not ask. Fails if the answer is not yes, or if standard input is not a terminal.
[[nodiscard]] Result<void> may_begin(const LiveOptions& options, const Beginning& beginning);

/// "anna@host": the user who runs this program; "anna (root)@host" under sudo.
[[nodiscard]] std::string author_of_push();

}
