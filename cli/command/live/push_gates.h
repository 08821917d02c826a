// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live/live_options.h"
#include "models/text/result.h"
#include "push/run/run.h"

#include <string>

namespace rocelint::cli {

/// Adds the gates that the options request to the report of a push: programs before and after each step, and
/// a prompt on the terminal after the canaries. Programs are run without a shell, and their output goes to
/// standard error.
void add_gates(const LiveOptions& options, push::PushReport& report);

/// Summarizes in three lines what the push will do, and asks for confirmation on the terminal; with --yes it
/// does not ask. Fails if the answer is not yes, or if standard input is not a terminal.
[[nodiscard]] Result<void> may_begin(
    const LiveOptions& options, const push::Plan& plan, const std::string& path, const std::string& journal);

/// "anna@host": the user who runs this program; "anna (root)@host" under sudo.
[[nodiscard]] std::string author_of_push();

}
