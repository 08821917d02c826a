// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "models/text/objection.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// Exit codes of the scripts below, besides 0 and those of a shell.
constexpr int script_refused = 10; ///< nothing is in force; the output is the reason
constexpr int script_stuck = 12; ///< something is in force that should not be; the output is the reason

/// The unit that rolls a change back. Its name is the same for
/// all transactions, so that systemd refuses a second one.
constexpr std::string_view dead_man = "rocelint-undo";

// Each is a script for a root shell, which reads all of it before it runs a line. A transaction's files and
// its state (staged, armed, confirmed, taken, back) are in its own folder under /run, which a reboot empties.

/// Prints what could prevent a push: whether we are `root`, missing tools,
/// other transactions, the DCBX mode, the interfaces with their addresses,
/// and the route to our side of the connection. Parsed by ready_refusal().
[[nodiscard]] std::string ready_script(const Transaction& transaction);
/// Why nothing may be pushed. `printed` is the output of ready_script().
Objection ready_refusal(const Transaction& transaction, std::string_view printed);

[[nodiscard]] std::string stage_script(const Transaction& transaction);
[[nodiscard]] std::string commit_script(const Transaction& transaction, std::chrono::seconds window);
/// Prints `ours`, `foreign` or `none`.
[[nodiscard]] std::string pending_script(const Transaction& transaction);
[[nodiscard]] std::string confirm_script(const Transaction& transaction);
/// Prints how many seconds the host may still need.
[[nodiscard]] std::string abandon_script(const Transaction& transaction);

/// Wraps `script` in one function that is called with empty
/// input, so that no command in it consumes the following lines.
[[nodiscard]] std::string as_function(std::string_view script);
/// Shell input that writes a file with any content except a line ROCELINT-END.
[[nodiscard]] std::string here_document(std::string_view path, std::string_view text);
/// Whether this can be the name of an interface (at most 15 characters, none special to a shell).
[[nodiscard]] bool is_interface_name(std::string_view name);

}
