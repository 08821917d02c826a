// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/ssh_session.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint {

/// The output of one of our scripts on a device: lines "@word rest", plain lines, and everything after
/// "@data". A banner or a warning cannot be mistaken for an answer.
struct ScriptAnswer {
    std::vector<std::pair<std::string, std::string>> words;
    std::vector<std::string> lines;
    std::string data;
    int status = 0;
    /// The last line of its standard error, without secrets.
    std::string error;

    [[nodiscard]] bool has(std::string_view word) const { return find(word).has_value(); }
    /// The rest of the first line with this word.
    [[nodiscard]] std::optional<std::string> find(std::string_view word) const;
};

/// Parses a script's output and takes its exit code.
[[nodiscard]] ScriptAnswer read_script_answer(std::string_view output, std::string_view errors, int status);

/// The last line that is not blank, without secrets.
[[nodiscard]] std::string last_line_of(std::string_view text);

/// `refused` if sudo did not run the script, because it asks for a password or does not allow it. `name` is that of the
/// device; `hint` says what to do then.
[[nodiscard]] Result<void> check_sudo(
    const ScriptAnswer& answer, std::string_view name, std::string_view hint);

/// Runs a script as root, through sudo if the login is another user. Errors are those of SshSession, and
/// `refused` if we may not become root: `hint` says what to do then.
[[nodiscard]] Result<ScriptAnswer> run_script_as_root(SshSession& session,
    bool is_root,
    std::string_view script,
    std::chrono::milliseconds timeout,
    std::string_view hint);

/// A script that the shell reads completely before it runs any of it, so that no command in it consumes the
/// rest.
[[nodiscard]] std::string whole_script(std::string_view body);

/// A here-document with this text, for a command on the same line of a script; no line of the text may be
/// ROCELINT_END. `otherwise`: what follows on the command's line: "|| exit".
[[nodiscard]] std::string here_document(std::string_view text, std::string_view otherwise = {});

}
