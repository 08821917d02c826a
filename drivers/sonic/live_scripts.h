// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sonic {

// Scripts for the device's shell, run as root. What they find they print as lines "@word rest", and after a line "@data"
// whatever is long. What they keep survives a restart of the switch: a warm or fast one keeps CONFIG_DB and saves it, and the
// way back has to be there then.
//
// /var/lib/rocelint/current names the transaction that is in force and unconfirmed: who can make it, may push.
// /var/lib/rocelint/ID/ holds patch.json, before.json (the pre-image), after.json (what the change made), back.sh (the dead-man, which a unit
// also starts at boot), job (what starts it), boot (the kernel's boot_id at that time), and the
// marks confirmed, taken (back.sh has begun) and result (it has ended well).

/// Prints the configuration; "@multi" where there is one for each ASIC.
[[nodiscard]] std::string read_script();

/// "@serial" of the switch's EEPROM, and "@mac" of its DEVICE_METADATA, where it has them.
[[nodiscard]] std::string hardware_script();

/// "@timer", "@locked", "@updater", "@current", "@route", "@unsaved", "@invalid" (by the switch's models), "@unmodelled" (tables
/// at which config reload aborts), "@unasked" (the models could not be asked), and what the device's own updater says to the patch and
/// to its inverse: "@forward" and "@back" with ok, refused or unknown, and why. `extended` is the patch together with the
/// rows that the device will add by itself.
[[nodiscard]] std::string ready_script(std::string_view patch, std::string_view extended);

/// "@rc", "@ms" and the output of a dry run, which is ended after `most` (timeout(1): "@rc 124"). Removes what pushes that were
/// killed while they prepared have left.
[[nodiscard]] std::string stage_script(
    std::string_view id, std::string_view patch, std::chrono::seconds most);

/// How the device is to be changed.
struct Apply {
    std::string id;
    std::string patch; ///< empty: `target` is loaded as a whole
    std::string target;
    std::chrono::seconds window{0};
    std::string expected; ///< SHA-256 of what sonic-cfggen printed last; empty: not known
};
/// Starts the dead-man, then applies. "@refused" (nothing was done), "@other ID", "@applied", "@late" (the window was too
/// short), "@taken-back" or "@broken" (it failed, and was taken back or could not be).
[[nodiscard]] std::string commit_script(const Apply& apply);

/// "@current ID".
[[nodiscard]] std::string pending_script();
/// "@confirmed", "@gone" or "@still" (the timer cannot be stopped).
[[nodiscard]] std::string confirm_script(std::string_view id);
/// "@current" where somebody's change waits, "@failed", "@differs" or "@saved".
[[nodiscard]] std::string persist_script(std::string_view id);
/// "@saved" where what is in force is what config_db.json has, or has been made so; else "@differs".
[[nodiscard]] std::string save_again_script();
/// "@confirmed", "@restored" or "@failed".
[[nodiscard]] std::string abandon_script(std::string_view id);
/// "L port up|down", "C port name value" and "U port" for each of the ports, or for all.
[[nodiscard]] std::string health_script(const std::vector<std::string>& ports);

}
