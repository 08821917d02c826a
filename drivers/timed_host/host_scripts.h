// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/dead_man.h"

#include <chrono>
#include <string>
#include <string_view>

/// Hosts whose own systemd rolls a change back: the life of a transaction, once for all of them.
namespace rocelint::timed_host {

/// Exit codes of the scripts, besides 0 and those of a shell. The reason is what follows "@refused " or "@stuck ".
constexpr int script_refused = 10; ///< nothing is in force
constexpr int script_stuck = 12; ///< something is in force that should not be

/// What one kind of host does in the scripts of a transaction. Each text is sh, and may use `refuse REASON`,
/// `stuck REASON` and the functions of dead_man::script. A step that fails sets $said.
struct HostSteps {
    dead_man::Style dead_man;
    std::string parts; ///< functions that all of its scripts use
    std::string prepare; ///< before the timer is started; ends with `give_up REASON` if that is no good
    std::string apply; ///< a command that puts the staged change in force before $deadline
    std::string roll_back; ///< a command that undoes the change; $1 is "boot" after a restart
    std::string check; ///< a command that must succeed before the change is confirmed
    std::string files; ///< in $D, not needed once the transaction has ended
};

// Each returns a script for a root shell. Besides the marks of dead_man.h, a transaction has the mark `staged`.

/// Runs `body`, with $D for this transaction.
[[nodiscard]] std::string host_script(std::string_view id, const HostSteps& steps, std::string_view body);
/// Commands that refuse if the change of another push is in force and unconfirmed; for host_script().
[[nodiscard]] std::string_view refuse_others();
/// Stages: makes $D, runs `body`, which writes files to $D, and sets the mark.
[[nodiscard]] std::string stage_script(std::string_view id, const HostSteps& steps, std::string_view body);
/// Starts the dead-man and puts the change in force: "@applied".
[[nodiscard]] std::string commit_script(
    std::string_view id, const HostSteps& steps, std::chrono::seconds window);
/// Prints "@current ID", and "@asked".
[[nodiscard]] std::string pending_script(std::string_view id, const HostSteps& steps);
/// Prints what dead_man::confirm() prints.
[[nodiscard]] std::string confirm_script(std::string_view id, const HostSteps& steps);
/// Prints what dead_man::abandon() prints, or "@busy" if the change is still being applied.
[[nodiscard]] std::string abandon_script(std::string_view id, const HostSteps& steps);
/// Commands of a script that write a file in $D with exactly this text, or refuse.
[[nodiscard]] std::string file_script(std::string_view name, std::string_view text);

}
