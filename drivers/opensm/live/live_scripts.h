// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// Exit codes of the scripts below, besides 0 and those of a shell.
constexpr int script_refused = 10; ///< nothing is in force; the output is the reason
constexpr int script_stuck = 12; ///< something is in force that should not be; the output is the reason

/// One file that a transaction writes.
struct NewFile {
    std::string path; ///< not a symbolic link
    std::string old_sum; ///< SHA-256 of the existing file; "-": there is none
    std::string new_sum; ///< "-": the file is deleted
    std::string text;
    bool is_options = false; ///< it is opensm's option file
};

/// The files to write, and how opensm is made to read them.
struct Writing {
    std::vector<NewFile> files;
    bool restart = false;
};

// Each returns a script for a root shell. A transaction's files and its state (staged, armed, confirmed,
// taken, back) are in a folder of its own below /var/lib. The folder survives a reboot, as do the files that
// the transaction wrote.

/// Prints the running processes, their services and files for read_host_state(). Changes nothing.
[[nodiscard]] std::string read_script();
/// Refuses with a reason if a rollback cannot be armed on this host.
[[nodiscard]] std::string ready_script(const Transaction& transaction);
/// Stores the new files next to the old ones, and prints how opensm understands the old and the new ones,
/// each after a line `\001`.
[[nodiscard]] std::string stage_script(const Transaction& transaction, const Writing& writing);
[[nodiscard]] std::string commit_script(const Transaction& transaction, std::chrono::seconds window);
/// Prints `ours`, `foreign` or `none`.
[[nodiscard]] std::string pending_script(const Transaction& transaction);
[[nodiscard]] std::string confirm_script(const Transaction& transaction);
[[nodiscard]] std::string persist_script(const Transaction& transaction);
/// Prints how many seconds the host may still need.
[[nodiscard]] std::string abandon_script(const Transaction& transaction);

/// Wraps `script` in one function that is called with an empty input, so that no command in it consumes the
/// lines after it.
[[nodiscard]] std::string as_function(std::string_view script);

}
