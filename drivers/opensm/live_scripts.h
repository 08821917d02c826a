// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::opensm {

/// Exit codes of the scripts below, besides 0 and those of a shell.
constexpr int script_refused = 10; ///< nothing is in force; the reason is what it printed
constexpr int script_stuck = 12; ///< something is in force that should not be; the reason is what it printed

/// One file that a transaction writes.
struct NewFile {
    std::string path; ///< that of no symbolic link
    std::string old_sum; ///< SHA-256 of what lies there; "-": nothing does
    std::string new_sum; ///< "-": it goes
    std::string text;
    bool is_options = false; ///< it is opensm's option file
};

/// What is to be written, and how opensm is made to read it.
struct Writing {
    std::vector<NewFile> files;
    bool restart = false;
};

// Each is a script for a root shell. A transaction's files and its state (staged, armed, confirmed, taken, back) are in a
// folder of its own below /var/lib, which outlives a reboot: so does what it wrote.

/// Prints the running processes, their services and files, as read_host_state() reads them. Changes nothing.
[[nodiscard]] std::string read_script();
/// Refuses with a reason where no way back can be armed here.
[[nodiscard]] std::string ready_script(const Transaction& transaction);
/// Lays the new files beside, and prints what opensm makes of the old and of the new ones, each behind a line `\001`.
[[nodiscard]] std::string stage_script(const Transaction& transaction, const Writing& writing);
[[nodiscard]] std::string commit_script(const Transaction& transaction, std::chrono::seconds window);
/// Prints `ours`, `foreign` or `none`.
[[nodiscard]] std::string pending_script(const Transaction& transaction);
[[nodiscard]] std::string confirm_script(const Transaction& transaction);
[[nodiscard]] std::string persist_script(const Transaction& transaction);
/// Prints the seconds that the host may still need.
[[nodiscard]] std::string abandon_script(const Transaction& transaction);

/// `script` as one function that is called with an empty input, so that no command of it eats the lines behind it.
[[nodiscard]] std::string as_function(std::string_view script);

}
