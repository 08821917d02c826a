// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// The timer on a switch's Linux that rolls a change back unless it is confirmed: parts of scripts in plain
/// sh, run as root. $D is the folder of one transaction, $T the folder of all of them, and $R the root
/// folder. $D/back.sh undoes the change. $D/job names what will run it ("systemd", or the number of a job of
/// at). $D/taken means that the undo has begun, $D/result that it has ended, $D/confirmed that it must not
/// begin. $T/current names the transaction that is in force and unconfirmed.
namespace rocelint::dead_man {

/// A script goes on after its connection is lost, so a lock keeps others from querying
/// or rolling back while the script is half done. The lock is on the folder itself, so
/// that no lock file is left behind; $locked is "yes" if the script holds it.
inline constexpr std::string_view one_at_a_time
    = "locked=\n[ -d \"$T\" ] && exec 7<\"$T\" && flock -w 20 7 && locked=yes\n";

/// Functions. `disarm` stops the dead-man and succeeds if it will no longer run; `is_armed` succeeds if
/// systemd is going to run the dead-man or is running it; `forget_boot` removes the unit for the next start.
inline constexpr std::string_view disarm = R"sh(
U=$R/etc/systemd/system/rocelint-deadman-boot.service
forget_boot() {
  [ -e "$U" ] || return 0
  systemctl disable rocelint-deadman-boot.service >/dev/null 2>&1
  rm -f "$U"
}
is_armed() { systemctl is-active rocelint-deadman.timer rocelint-deadman.service 2>/dev/null | grep -q -E '^(activating|active|deactivating|reloading)'; }
disarm() {
  job=$(cat "$D/job" 2>/dev/null)
  case $job in
  '') return 0 ;;
  systemd)
    systemctl stop rocelint-deadman.timer >/dev/null 2>&1
    ! is_armed ;;
  *)
    atrm "$job" 2>/dev/null
    ! atq | grep -q "^$job[[:space:]]" ;;
  esac
}
)sh";

/// A function `start_timer SECONDS`, which succeeds if systemd will run the dead-man. The timer starts before
/// the change does: if the script is killed before it notes the job, the timer finds nothing to undo.
inline constexpr std::string_view start_timer = R"sh(
start_timer() {
  systemd-run --unit=rocelint-deadman --collect --on-active="$1"s --timer-property=AccuracySec=100ms /bin/sh "$D/back.sh" > "$D/arm.log" 2>&1 \
    && echo systemd > "$D/job" \
    && systemctl is-active --quiet rocelint-deadman.timer > /dev/null
}
)sh";

/// The unit for the next start, which runs `back.sh boot`, because units of
/// systemd-run do not survive a restart. Goes after `disarm`; if the unit cannot be
/// enabled, the script calls `give_up REASON`. `after`: units that it waits for.
[[nodiscard]] std::string remember_boot(std::string_view after);

/// The confirmation. Prints "@confirmed", "@gone" with the content of $D/result, or "@still" if the dead-man
/// cannot be stopped. Goes after `disarm` and one_at_a_time. Also removes `files` from $D, each a word of sh.
[[nodiscard]] std::string confirm(std::string_view id, std::string_view files);

}
