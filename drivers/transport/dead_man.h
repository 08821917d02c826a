// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

/// The timer of systemd, on a device's own Linux, that rolls a change back unless it is confirmed: parts of
/// scripts in plain sh, run as root. Every device whose dead-man is such a timer uses them: switches, hosts and
/// subnet managers.
///
/// $R is the root folder, $T the folder of all transactions, $D that of one. $T/current names the transaction
/// that is in force and unconfirmed; only the push that creates it may go ahead. In $D, back.sh undoes the
/// change; job names what will run it ("systemd", or the number of a job of at); taken means that the undo has
/// begun, failed that it will be tried again, result that it has ended, confirmed that it must not begin; boot
/// is the kernel's boot_id at that time. The lock on $D/lock decides between the confirmation and the timer, the
/// one on $D/apply.lock keeps the change and its undo from running at the same time, and the one on $T itself
/// keeps pushes apart.
namespace rocelint::dead_man {

/// What one kind of device calls its dead-man, and where it keeps the files.
struct Style {
    std::string_view folder; ///< $T: below /run if a restart undoes the change by itself, else below /var/lib
    std::string_view unit = "rocelint-deadman"; ///< without ".timer"; systemd refuses a second one
    /// The unit that undoes the change after a restart, without ".service"; empty if a restart does that itself.
    std::string_view boot_unit = {};
    std::string_view boot_order = {}; ///< lines of its section [Unit]: what it waits for; expanded by sh
    std::string_view boot_type = {}; ///< a line of its section [Service]
};

/// The programs that the scripts need.
inline constexpr std::string_view tools = "systemd-run systemctl flock setsid";

/// Where the files of a transaction are: $R, $T, $ID and $D, the timer's name $N, and $U, the unit for the next
/// start. No device sets ROCELINT_DEVICE_ROOT: the emulators in our tests use it to keep the device's files.
[[nodiscard]] std::string places(std::string_view id, const Style& style);

/// A script with `places` and the functions below. The shell reads all of it before it runs any of it, so that
/// no command in it consumes the rest, and a hangup does not stop it halfway. Its parameters are the shell's.
///
/// `disarm` stops the timer and succeeds if it will no longer run; `is_armed` succeeds if systemd is going to run
/// the dead-man or is running it; `start_timer UNIT SECONDS FILE` lets systemd run a file later; `arm SECONDS`
/// starts the dead-man's timer and succeeds if it runs; `forget_boot` removes the unit for the next start;
/// `claim` creates $T/current, or fails; `mark_boot` writes $D/boot and `is_same_boot` compares it; `roll_back`
/// runs the dead-man now. `lock_end` takes the lock that decides between confirmation and timer. `hold_apply`
/// takes the lock under which a change is applied, `apply_alone` runs a command under it that outlives the
/// connection, and `wait_for_apply` waits for it.
[[nodiscard]] std::string script(std::string_view id, const Style& style, std::string_view body);

/// A function `by_systemd`, which succeeds if systemd-run can start anything (sd_booted(3)).
inline constexpr std::string_view can_run_by_systemd
    = "by_systemd() { [ -d \"$R/run/systemd/system\" ] && command -v systemd-run >/dev/null; }\n";

/// A script continues after its connection is lost, so a lock keeps others from querying
/// or rolling back while the script is half done. The lock is on the folder itself, so
/// that no lock file is left behind; $locked is "yes" if the script holds it.
inline constexpr std::string_view one_at_a_time
    = "locked=\n[ -d \"$T\" ] && exec 7<\"$T\" && flock -w 20 7 && locked=yes\n";

/// For a script that must not go on without the lock of one_at_a_time: prints "@busy" and ends if another script
/// still holds it. Does nothing where no push has left anything.
inline constexpr std::string_view stop_if_busy
    = "[ -n \"$locked\" ] || [ ! -d \"$T\" ] || { echo @busy; exit 0; }\n";

/// How long the script that holds the lock may still need: a rollback after "@busy" is asked for again later.
inline constexpr std::chrono::seconds time_of_other_script{60};

/// For a script that is about to change the device: prints "@refused" and ends without that lock.
inline constexpr std::string_view refuse_if_busy
    = "[ -n \"$locked\" ] || { echo '@refused another change is being made'; exit 0; }\n";

/// Cleans up after a push that was killed before its timer was armed, and so changed nothing. A running push
/// holds the lock of one_at_a_time, after which this goes.
inline constexpr std::string_view forget_unarmed = R"sh(
now=$(cat "$T/current" 2>/dev/null)
if [ -n "$locked" ] && [ -n "$now" ] && case $now in rl-*) true ;; *) false ;; esac && [ ! -e "$T/$now/job" ] && [ ! -e "$T/$now/taken" ]; then
  rm -rf "$T/$now"
  rm -f "$T/current"
  forget_boot
fi
)sh";

/// Removes what pushes that were killed while they prepared have left: no push holds it, and nothing of it was
/// ever in force. Leaves what is confirmed, and to be saved next, unless the device has restarted since. Then
/// makes $D and holds it, or exits with "@refused".
inline constexpr std::string_view prepare_folder = R"sh(
for old in "$T"/rl-*; do
  [ -d "$old" ] && [ "${old##*/}" != "$(cat "$T/current" 2>/dev/null)" ] || continue
  [ -e "$old/confirmed" ] && [ "$(cat "$old/boot" 2>/dev/null)" = "$(cat "$R/proc/sys/kernel/random/boot_id" 2>/dev/null)" ] && continue
  flock -n "$old" rm -rf "$old"
done
mkdir -p "$D" && exec 6<"$D" && flock -w 20 6 || { echo "@refused $D cannot be written"; exit 0; }
)sh";

/// The undo of one transaction, as the timer, the unit for the next start ("boot") and we ("now") run it.
struct Undo {
    std::string parts; ///< functions, and what it waits for after a restart
    std::chrono::seconds patience{120}; ///< how long it waits for a change that is still being applied
    /// Undoes the change. Ends with `ended RESULT FILES`, which also removes the files from $D, or with
    /// `failed REASON`; a reason may be empty.
    std::string body;
};

/// Writes $D/back.sh and has the shell check it; `refuse` is a function that is called with a reason.
[[nodiscard]] std::string write_undo(
    std::string_view id, const Style& style, const Undo& undo, std::string_view refuse);

/// The unit for the next start, which runs `back.sh boot`, because units of systemd-run do not survive a
/// restart. `refuse` as above, called if the unit cannot be enabled.
[[nodiscard]] std::string remember_boot(const Style& style, std::string_view refuse);

/// Prints "@current ID" if a change is in force and unconfirmed, and "@asked".
inline constexpr std::string_view tell_current
    = "[ -s \"$T/current\" ] && echo \"@current $(cat \"$T/current\")\"\necho @asked\n";

/// The confirmation. Prints "@confirmed", "@gone" with the content of $D/result, or "@still" if the dead-man
/// cannot be stopped. Goes after stop_if_busy. Also removes `files` from $D, words of sh. `check`: commands
/// that run first if the change is still in force, and may print something else and exit.
[[nodiscard]] std::string confirm(std::string_view files, std::string_view check = {});

/// Ends with the last line of $D/log.
inline constexpr std::string_view undo_failed
    = "      echo \"@failed $(tail -n 1 \"$D/log\" 2>/dev/null)\"\n      exit 0\n";

/// Rolls back what is in force and not confirmed, and removes the files: prints "@restored"; "@confirmed" if it
/// has been confirmed since the last restart; or "@failed" with the last line of $D/log. Goes after
/// stop_if_busy. `unfinished`: commands for an undo that has not ended, instead.
/// `remains`: commands that run before the files are removed, and may exit.
[[nodiscard]] std::string abandon(std::string_view unfinished = undo_failed, std::string_view remains = {});

}
