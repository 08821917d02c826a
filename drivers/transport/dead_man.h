// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// The timer of a switch's Linux that takes a change back unless it is confirmed: parts of scripts in plain sh, run as root. The files of
/// a transaction lie in $D, those of all in $T, and $R is the root folder. $D/back.sh undoes; $D/job says what will run it ("systemd",
/// or the number of a job of at), $D/taken that it has begun, $D/result that it has ended, $D/confirmed that it must not begin;
/// $T/current names the transaction that is in force and unconfirmed.
namespace rocelint::dead_man {

/// A script whose connection was lost goes on: nobody asks or takes back while it is half done. The folder itself is the lock, so that
/// nothing is left behind; $locked says whether it was had.
inline constexpr std::string_view one_at_a_time
    = "locked=\n[ -d \"$T\" ] && exec 7<\"$T\" && flock -w 20 7 && locked=yes\n";

/// Functions. `disarm` stops the dead-man, and is true where it will not run any more; `is_armed`: systemd has it before it, or runs it;
/// `forget_boot` takes the unit of the next start away.
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

/// A function `start_timer SECONDS`, which is true where systemd has the dead-man before it. The job is noted first: whoever is killed in
/// between leaves a timer that finds nothing to undo.
inline constexpr std::string_view start_timer = R"sh(
start_timer() {
  systemd-run --unit=rocelint-deadman --collect --on-active="$1"s --timer-property=AccuracySec=100ms /bin/sh "$D/back.sh" > "$D/arm.log" 2>&1 \
    && echo systemd > "$D/job" \
    && systemctl is-active --quiet rocelint-deadman.timer > /dev/null
}
)sh";

/// The unit of the next start, which runs `back.sh boot`: one of systemd-run is gone by then. Behind `disarm`; where it cannot be enabled
/// the script gives up (`give_up REASON`). `after`: units that it waits for.
[[nodiscard]] std::string remember_boot(std::string_view after);

/// The confirmation: "@confirmed", "@gone" with what stands in $D/result, or "@still" where the dead-man cannot be stopped. Behind `disarm`
/// and one_at_a_time. `files` of $D go, each as a word of sh.
[[nodiscard]] std::string confirm(std::string_view id, std::string_view files);

}
