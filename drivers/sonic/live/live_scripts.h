// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

// Scripts for the device's shell, run as root. They print results as lines "@word rest", and long output
// after a line "@data". Their files survive a restart of the switch: a warm or fast restart keeps CONFIG_DB
// and saves it, so the rollback must still be possible then.
//
// /var/lib/rocelint/current names the transaction that is in force and unconfirmed; only a
// push that can create it may proceed. /var/lib/rocelint/ID/ holds patch.json, before.json
// (the pre-image), after.json (the result of the change), back.sh (the dead-man, which a
// unit also starts at boot), job (what starts it), boot (the kernel's boot_id at that
// time), and the marks confirmed, taken (back.sh has begun) and result (it has succeeded).

/// Prints the configuration; also "@multi" if each ASIC has its own.
[[nodiscard]] std::string read_script();

/// Prints "@serial" from the switch's EEPROM and "@mac" from its DEVICE_METADATA, if it has them.
[[nodiscard]] std::string hardware_script();

/// Prints "@timer", "@locked", "@updater", "@current", "@route", "@unsaved", "@invalid" (by
/// the switch's models), "@unmodelled" (tables at which config reload aborts), "@unasked"
/// (the models could not be run), and the verdict of the device's own updater on the patch
/// and on its inverse: "@forward" and "@back" with ok, refused or unknown, and the reason.
/// `extended` is the patch together with the rows that the device will add by itself.
[[nodiscard]] std::string ready_script(std::string_view patch, std::string_view extended);

/// Prints "@rc", "@ms" and the output of a dry run, which is stopped after `most` (timeout(1): "@rc 124").
/// Removes the remains of pushes that were killed during preparation.
[[nodiscard]] std::string stage_script(
    std::string_view id, std::string_view patch, std::chrono::seconds most);

/// How to change the device.
struct Apply {
    std::string id;
    /// If empty, `target` is loaded as a whole.
    std::string patch;
    std::string target;
    std::chrono::seconds window{0};
    /// SHA-256 of the last output of sonic-cfggen; empty: not known.
    std::string expected;
};
/// Starts the dead-man, then applies the change. Prints "@refused" (nothing was done), "@other ID",
/// "@applied", "@late" (the window was too short), "@taken-back" (it failed and was rolled back) or "@broken"
/// (it failed and could not be rolled back).
[[nodiscard]] std::string commit_script(const Apply& apply);

/// Prints "@current ID".
[[nodiscard]] std::string pending_script();
/// Prints "@confirmed", "@gone", "@still" (the timer cannot be stopped) or "@busy" (another script of a push does
/// not end).
[[nodiscard]] std::string confirm_script(std::string_view id);
/// Prints "@current" if another change is pending, else "@failed", "@differs" or "@saved".
[[nodiscard]] std::string persist_script(std::string_view id);
/// Prints "@saved" if config_db.json has, or now has, the running configuration; else "@differs".
[[nodiscard]] std::string save_again_script();
/// Prints "@confirmed", "@restored", "@failed" or "@busy" (as above).
[[nodiscard]] std::string abandon_script(std::string_view id);
/// Prints "L port up|down", "C port name value" and "U port" for each of the ports, or for all.
[[nodiscard]] std::string health_script(const std::vector<std::string>& ports);

}
