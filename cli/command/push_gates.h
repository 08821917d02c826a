// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live_options.h"
#include "models/text/result.h"
#include "push/run.h"

#include <string>

namespace rocelint::cli {

/// Adds to the report of a push what the options ask of others: programs before and after each step, and the terminal after
/// the canaries. Programs are run by their words, without a shell; what they print goes to standard error.
void add_gates(const LiveOptions& options, push::PushReport& report);

/// Says in three lines what the push will do, and asks the person at the terminal; with --yes it asks nobody. An error where
/// the answer is not yes, and where standard input is no terminal, so that nobody can be asked.
[[nodiscard]] Result<void> may_begin(
    const LiveOptions& options, const push::Plan& plan, const std::string& path, const std::string& journal);

/// "anna@host": who runs this program; "anna (root)@host" where sudo tells.
[[nodiscard]] std::string author_of_push();

}
