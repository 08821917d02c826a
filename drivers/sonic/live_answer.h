// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_session.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::sonic {

/// What a script printed: lines "@word rest", plain lines, and after "@data" everything.
struct Answer {
    std::vector<std::pair<std::string, std::string>> words;
    std::vector<std::string> lines;
    std::string data;
    int status = 0;
    std::string error; ///< the last line of what it printed as errors

    [[nodiscard]] bool has(std::string_view word) const { return find(word).has_value(); }
    /// The rest of the first line with this word.
    [[nodiscard]] std::optional<std::string> find(std::string_view word) const;
};

/// Reads what a script printed, and the code that it ended with.
[[nodiscard]] Answer read_answer(std::string_view output, std::string_view errors, int status);

/// Runs a script as root. Errors are those of SshSession, and `refused` where we may not become root.
[[nodiscard]] Result<Answer> run_as_root(
    SshSession& session, bool is_root, std::string_view script, std::chrono::milliseconds timeout);

/// What `config` says when it refuses, without its usage and without secrets.
[[nodiscard]] std::string complaint_of(std::string_view output);

}
