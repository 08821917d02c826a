// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// Exit codes of the scripts below, besides 0 and those of a shell.
constexpr int script_refused = 10; ///< nothing is in force; the reason is what it printed
constexpr int script_stuck = 12; ///< something is in force that should not be; the reason is what it printed

/// The unit that takes a change back. Its name is the same for all transactions, so that systemd refuses a second one.
constexpr std::string_view dead_man = "rocelint-undo";

// Each is a script for a root shell that reads it whole before it runs a line of it. A transaction's files and its state
// (staged, armed, confirmed, taken, back) are in a folder of its own below /run, which a reboot empties.

/// What stands in the way of a push: `root` or not, missing tools, transactions of others, the mode of DCBX, the interfaces
/// with their addresses, and the way to our side of the connection. Read by ready_refusal().
[[nodiscard]] std::string ready_script(const Transaction& transaction);
/// Why nothing may be pushed, or nothing. `connection` is what ready_script() printed.
[[nodiscard]] std::string ready_refusal(const Transaction& transaction, std::string_view printed);

[[nodiscard]] std::string stage_script(const Transaction& transaction);
[[nodiscard]] std::string commit_script(const Transaction& transaction, std::chrono::seconds window);
/// Prints `ours`, `foreign` or `none`.
[[nodiscard]] std::string pending_script(const Transaction& transaction);
[[nodiscard]] std::string confirm_script(const Transaction& transaction);
/// Prints the seconds that the host may still need.
[[nodiscard]] std::string abandon_script(const Transaction& transaction);

/// `script` as one function that is called with an empty input, so that no command of it eats the lines behind it.
[[nodiscard]] std::string as_function(std::string_view script);
/// Shell input that writes a file, whatever stands in it but a line ROCELINT-END.
[[nodiscard]] std::string here_document(std::string_view path, std::string_view text);
/// Whether the name is one of an interface (at most 15 characters, none that a shell knows).
[[nodiscard]] bool is_interface_name(std::string_view name);

}
