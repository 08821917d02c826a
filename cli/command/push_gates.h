// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/live_options.h"
#include "push/run.h"

#include <string>

namespace rocelint::cli {

/// Adds to the report of a push what the options ask of others: programs before and after each step, and the terminal after
/// the canaries. Programs are run by their words, without a shell; what they print goes to standard error.
void add_gates(const LiveOptions& options, push::PushReport& report);

/// Where a person sits at the terminal: says in three lines what the push will do, and asks. True where nobody does, and with
/// --yes.
[[nodiscard]] bool may_begin(
    const LiveOptions& options, const push::Plan& plan, const std::string& path, const std::string& journal);

/// "anna@host": who runs this program; "anna (root)@host" where sudo tells.
[[nodiscard]] std::string author_of_push();

}
