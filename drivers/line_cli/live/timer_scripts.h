// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How the Linux of a switch talks to the switch's own command line.
struct LinuxStyle {
    std::string_view user; ///< the login that uses the command line
    /// A sh function `cli FILE`: types the lines of a file as $CLI_USER, and prints the output.
    std::string_view cli;
    /// Lines that enter configuration mode, leave it, and print the running configuration without a pager.
    std::string_view show;
    std::string_view drop; ///< a line that discards an uncommitted change; empty: there is no such thing
    std::string_view noise; ///< a sed program that deletes lines that differ each time
    std::string_view whole; ///< the beginning of a line that every configuration has: "interface "
    /// For a switch that may keep an unsaved configuration across a restart: a sh function `settled` that is
    /// true once the restart is over, and the line that saves. Empty: a restart loads what was saved, so
    /// nothing has to survive it.
    std::string_view settled;
    std::string_view save;
};

// Scripts for the Linux of a switch whose command line has no timer, in plain sh, run as root. They print
// their results as lines "@word rest".
// rocelint/current, in /run or (if it has to survive a restart) in /var/lib, names the transaction that is in
// force and unconfirmed. The push that creates the file has the right to change the switch. rocelint/ID/
// holds:
// * undo (lines), before and after (configurations, each line with its block, sorted), cli.sh, back.sh (the
//   dead-man), boot (the kernel's boot_id);
// * the marks job, confirmed, taken (back.sh has begun), failed (it will retry) and result (it has ended).
// The result is "partly" if the dead-man could not undo everything. Then undo, log, before and left (the
// lines that differ from before) are kept until the next push.

/// The folder of these files on the device.
[[nodiscard]] std::string_view folder_of(const LinuxStyle& style);

/// Prints "@timer" if a timer can be made, "@missing TOOL", "@current ID".
[[nodiscard]] std::string ready_script(const LinuxStyle& style);
/// Rehearses with a timer: the command line must print the same for a systemd unit as it prints for us.
/// Prints "@rehearsed", or "@refused" with the reason.
[[nodiscard]] std::string rehearsal_script(std::string_view id, const LinuxStyle& style);
/// Starts the dead-man. Prints "@armed"; or "@refused" with the reason or "@other ID", in which case nothing
/// was done.
[[nodiscard]] std::string arm_script(
    std::string_view id, const LinuxStyle& style, std::string_view undo, std::chrono::seconds window);
/// Records the configuration in force, so that other people's changes are not mistaken for ours. Prints
/// "@noted"; or "@late" if the dead-man has begun, which may have missed part of what was typed; or neither
/// if the command line prints nothing.
[[nodiscard]] std::string note_script(std::string_view id, const LinuxStyle& style);
/// Prints "@current ID".
[[nodiscard]] std::string pending_script(const LinuxStyle& style);
/// Prints "@confirmed", "@gone" (with "partly" if a part was not undone) or "@still" (the timer cannot be
/// stopped); or "@busy" if another script of a push does not end.
[[nodiscard]] std::string confirm_script(std::string_view id, const LinuxStyle& style);
/// Prints "@restored" or "@confirmed"; "@failed" with the reason, and "@armed" if the timer keeps trying; or,
/// if nothing retries any longer, "@partly" with the number of lines that differ from before and the first of
/// them with its block, "interface 1|  mtu 1500". "@busy" as above.
[[nodiscard]] std::string abandon_script(std::string_view id, const LinuxStyle& style);
/// Removes the files of a confirmed transaction: prints "@forgotten".
[[nodiscard]] std::string forget_script(std::string_view id, const LinuxStyle& style);

}
