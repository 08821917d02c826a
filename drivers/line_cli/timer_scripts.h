// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How the Linux of a switch asks the switch's own command line.
struct LinuxStyle {
    std::string_view user; ///< whose command line it is: the login
    /// A function `cli FILE` of sh: types the lines of a file as $CLI_USER, and prints what comes.
    std::string_view cli;
    /// Lines that enter configuration mode, leave it, and print the running configuration without pages.
    std::string_view show;
    std::string_view drop; ///< a line that throws an uncommitted change away; empty: there is no such thing
    std::string_view noise; ///< a program of sed: deletes lines that are never the same
    std::string_view whole; ///< the beginning of a line that every configuration has: "interface "
    /// Of a switch that a restart may leave with a configuration that nobody saved: a function `settled` of sh, true once the restart is
    /// over, and the line that saves. Empty: a restart brings what was saved, and nothing has to outlast it.
    std::string_view settled;
    std::string_view save;
};

// Scripts for the Linux of a switch whose command line has no timer, in plain sh, run as root. What they find they print as lines
// "@word rest".
//
// rocelint/current in /run, or in /var/lib where a restart has to be outlasted, names the transaction that is in force and unconfirmed:
// who can make it, may push. rocelint/ID/ holds undo (lines), before and after (configurations, line by line with their blocks, sorted),
// cli.sh, back.sh (the dead-man), boot (the kernel's boot_id), and the marks job, confirmed, taken (back.sh has begun), failed (it
// tries again) and result (it has ended: "partly" where it could not undo everything; then undo, log, before and left, the lines that are not
// as they were, stay until the next push).

/// Where all of that lies on the device.
[[nodiscard]] std::string_view folder_of(const LinuxStyle& style);

/// "@timer" where one can be made, "@missing TOOL", "@current ID".
[[nodiscard]] std::string ready_script(const LinuxStyle& style);
/// A timer runs a rehearsal: what the command line prints for a unit of systemd must be what it prints for us. "@rehearsed", or
/// "@refused" with the reason.
[[nodiscard]] std::string rehearsal_script(std::string_view id, const LinuxStyle& style);
/// Starts the dead-man. "@armed"; "@refused" with the reason, and "@other ID", where nothing was done.
[[nodiscard]] std::string arm_script(
    std::string_view id, const LinuxStyle& style, std::string_view undo, std::chrono::seconds window);
/// Notes what is in force, so that what somebody else changes is not taken for ours: "@noted"; "@late" where the dead-man has begun, so that
/// a part of what was typed may have come after its look; neither where the command line prints nothing.
[[nodiscard]] std::string note_script(std::string_view id, const LinuxStyle& style);
/// "@current ID".
[[nodiscard]] std::string pending_script(const LinuxStyle& style);
/// "@confirmed", "@gone" (with "partly" where a part was not undone) or "@still" (the timer cannot be stopped).
[[nodiscard]] std::string confirm_script(std::string_view id, const LinuxStyle& style);
/// "@restored", "@confirmed"; "@failed" with the reason, and "@armed" where the timer goes on trying; "@partly" with the number of the lines
/// that are not as they were and the first of them with its block, "interface 1|  mtu 1500", where nothing tries any more.
[[nodiscard]] std::string abandon_script(std::string_view id, const LinuxStyle& style);
/// Removes what is kept of a confirmed transaction: "@forgotten".
[[nodiscard]] std::string forget_script(std::string_view id, const LinuxStyle& style);

}
