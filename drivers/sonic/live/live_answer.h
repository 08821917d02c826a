// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/script_answer.h"

#include <string>
#include <string_view>

namespace rocelint::sonic {

using Answer = ScriptAnswer;

/// Runs a script as root. Errors are those of SshSession, and `refused` if we may not become root.
[[nodiscard]] Result<Answer> run_as_root(
    SshSession& session, bool is_root, std::string_view script, std::chrono::milliseconds timeout);

/// The error message of `config`, without its usage text and without secrets.
[[nodiscard]] std::string complaint_of(std::string_view output);

}
