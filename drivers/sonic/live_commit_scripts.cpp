// SPDX-License-Identifier: Apache-2.0
// A change in force that waits for its confirmation, and its way back, in plain sh. Every script can be interrupted anywhere:
// the dead-man is armed before anything is in force, and locks are taken before anything is looked at.
#include "drivers/sonic/live_programs.h"
#include "drivers/sonic/live_script_parts.h"
#include "drivers/sonic/live_scripts.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint::sonic {
namespace {

// Stops the dead-man, and is true where it will not run any more. The unit of the next boot goes with it: where it cannot, its
// condition does.
constexpr std::string_view disarm = R"sh(
U=$R/etc/systemd/system/rocelint-deadman-boot.service
forget_boot() {
  [ -e "$U" ] || return 0
  systemctl disable rocelint-deadman-boot.service >/dev/null 2>&1
  rm -f "$U"
}
disarm() {
  job=$(cat "$D/job" 2>/dev/null)
  case $job in
  '') return 0 ;;
  systemd)
    systemctl stop rocelint-deadman.timer >/dev/null 2>&1
    ! systemctl is-active rocelint-deadman.timer rocelint-deadman.service 2>/dev/null | grep -q -E '^(activating|active|deactivating|reloading)' ;;
  *)
    atrm "$job" 2>/dev/null
    ! atq | grep -q "^$job[[:space:]]" ;;
  esac
}
)sh";

// A confirmation whose connection was lost goes on: nobody asks or takes back while it is half done.
// The folder itself is the lock: nothing is left behind.
constexpr std::string_view one_at_a_time = "[ -d \"$T\" ] && exec 7<\"$T\" && flock -w 20 7\n";

// The dead-man after a restart of the switch. A warm restart, and from 202305 a fast one, begins with CONFIG_DB as it was left
// (sonic-utilities scripts/fast-reboot, backup_database; sonic-buildimage files/build_templates/docker_image_ctl.j2, preStartAction
// of the database), waits up to five minutes for the services and saves it (finalize-warmboot.sh): what is taken back before that
// would be saved in between. A cold one begins with config_db.json, and there is nothing to take back. Where somebody has changed
// more since, what ought to be is not for a unit at boot to say.
constexpr std::string_view after_restart = R"sh(
restarted=
[ "$(cat "$R/proc/sys/kernel/random/boot_id")" = "$(cat "$D/boot" 2>/dev/null)" ] || restarted=yes
settled() {
  [ "$(sonic-db-cli CONFIG_DB GET CONFIG_DB_INITIALIZED 2>/dev/null)" = 1 ] || return 1
  for kind in WARM FAST; do
    [ "$(sonic-db-cli STATE_DB hget "${kind}_RESTART_ENABLE_TABLE|system" enable 2>/dev/null)" != true ] || return 1
  done
  ! systemctl is-active warmboot-finalizer.service 2>/dev/null | grep -q '^activating'
}
if [ -n "$restarted" ]; then
  turn=0
  until settled || [ $turn -ge 180 ]; do turn=$((turn + 1)); sleep 5; done
fi
)sh";

// The dead-man. It takes the pre-image back by the same way as `config rollback` (FileSystemConfigRollbacker.rollback is
// ConfigReplacer.replace of the checkpoint, generic_updater.py), and where that is refused or stops in the middle, by
// loading it. It writes config_db.json only after a restart, which may have saved the change.
std::string dead_man(std::string_view id)
{
    return fmt::format(R"sh(#!/bin/sh
# rocelint: rolls transaction {} back unless it has been confirmed.
R=${{ROCELINT_DEVICE_ROOT-}}
T=$R/var/lib/rocelint
D=$T/{}
PATH=$PATH:/usr/local/sbin:/usr/local/bin
umask 077
U=$R/etc/systemd/system/rocelint-deadman-boot.service
[ -d "$D" ] || exit 0
{}{}exec 8>>"$D/lock"
flock 8
if [ -e "$D/confirmed" ] || [ -e "$D/result" ]; then exit 0; fi
: > "$D/taken"
exec 8>&-
# What is being applied ends first, and one of us works at a time.
exec 9>>"$D/apply.lock"
if ! flock -w 900 9; then
  # Two that work at the same time mix their rows; whoever asks next tries again.
  echo "the change is still being applied" >> "$D/log"
  : > "$D/failed"
  exit 1
fi
[ -e "$D/result" ] && exit 0
same() {{ sonic-cfggen -d --print-data 9>&- | /usr/bin/python3 -I -S -c {} "$D/before.json" 9>&-; }}
in_force_is() {{ sonic-cfggen -d --print-data 9>&- | /usr/bin/python3 -I -S -c {} "$1" {} 9>&-; }}
if [ "${{1-}}" = boot ] && [ -e "$D/after.json" ] && ! same && ! in_force_is "$D/after.json"; then
  echo "after the restart it runs neither what it did before nor the change" >> "$D/log"
  : > "$D/failed"
  exit 1
fi
how=nothing
if ! same; then
  how=replace
  config replace "$D/before.json" 9>&-
  if ! same; then
    how=reload
    config reload -y -f "$D/before.json" 9>&-
  fi
fi >> "$D/log" 2>&1
if same; then
  [ -z "$restarted" ] || in_force_is "$R/etc/sonic/config_db.json" || save_whole >> "$D/log" 2>&1 9>&-
  echo $how > "$D/result"
  rm -f "$D/before.json" "$D/after.json" "$D/target.json" "$D/patch.json" "$D/back.sh"
  if [ -e "$U" ]; then
    systemctl disable rocelint-deadman-boot.service > /dev/null 2>&1 9>&-
    rm -f "$U"
  fi
  # Last, since then anybody may tidy up.
  [ "$(cat "$T/current")" = {} ] && rm -f "$T/current"
else
  : > "$D/failed"
fi
)sh",
        id,
        id,
        save_whole,
        after_restart,
        shell_word(compare_program()),
        shell_word(compare_program()),
        fmt::join(tables_of_daemons, " "),
        id);
}

}

std::string commit_script(const Apply& apply)
{
    const auto seconds = apply.window.count();
    std::string body(can_run_by_systemd);
    body += can_run_by_at;
    body += disarm;
    body += fmt::format(R"sh(
mkdir -p "$T" && chmod 700 "$T" || {{ echo "@refused $T cannot be written"; exit 0; }}
(set -C; echo {} > "$T/current") 2>/dev/null || {{ echo "@other $(cat "$T/current")"; exit 0; }}
give_up() {{ disarm; forget_boot; rm -rf "$D"; rm -f "$T/current"; echo "@refused $*"; exit 0; }}
rm -rf "$D"
mkdir "$D" && cat "$R/proc/sys/kernel/random/boot_id" > "$D/boot" || give_up "$T cannot be written"
)sh",
        apply.id);
    constexpr std::string_view unwritten = "|| give_up \"$D cannot be written\"";
    body += fmt::format("cat > \"$D/back.sh\" {}", here_document(dead_man(apply.id), unwritten));
    body
        += "said=$(sh -n \"$D/back.sh\" 2>&1) || give_up \"the shell rejects the script that would roll the change "
           "back: $said\"\n";
    body += fmt::format("cat > \"$D/{}\" {}",
        apply.patch.empty() ? "target.json" : "patch.json",
        here_document(apply.patch.empty() ? apply.target : apply.patch, unwritten));
    body += fmt::format("chmod 700 \"$D/back.sh\"\n( {} ) > \"$D/updaters\" {}\n", tell_updaters, unwritten);
    body += "[ -s \"$D/updaters\" ] && give_up \"another updater has begun\"\n"
            "sonic-cfggen -d --print-data > \"$D/before.json\" || give_up \"the configuration cannot be "
            "read\"\n";
    if (!apply.expected.empty())
        body += fmt::format("[ \"$(sha256sum < \"$D/before.json\" | cut -c 1-64)\" = {} ] || give_up \"the "
                            "configuration has changed since it was read\"\n",
            apply.expected);
    // `at` knows minutes and starts at the full one.
    body += fmt::format(R"sh(
if by_systemd; then
  systemd-run --unit=rocelint-deadman --collect --on-active={}s --timer-property=AccuracySec=100ms /bin/sh "$D/back.sh" > "$D/arm.log" 2>&1 \
    && echo systemd > "$D/job" \
    && systemctl is-active --quiet rocelint-deadman.timer > /dev/null \
    || give_up "the timer that would roll the change back does not run: $(tail -n 1 "$D/arm.log")"
elif by_at; then
  echo "/bin/sh '$D/back.sh'" | at now + {} minutes > "$D/arm.log" 2>&1
  sed -n 's/^job \([0-9][0-9]*\) .*/\1/p' "$D/arm.log" > "$D/job"
  [ -s "$D/job" ] && atq | grep -q "^$(cat "$D/job")[[:space:]]" || give_up "at has not accepted the job that would roll the change back"
else
  give_up "neither systemd-run nor at can roll the change back"
fi
)sh",
        seconds,
        (seconds + 59) / 60 + 1);
    // By hand: a unit of systemd-run is gone after a restart. at(1) keeps its jobs.
    body += R"sh(
if by_systemd; then
  cat > "$U" <<ROCELINT_END || give_up "$U cannot be written"
[Unit]
Description=rocelint: rolls a change back that was not confirmed before the switch restarted
After=database.service config-setup.service
ConditionPathExists=$D/back.sh
[Service]
ExecStart=/bin/sh $D/back.sh boot
[Install]
WantedBy=multi-user.target
ROCELINT_END
  said=$(systemctl enable rocelint-deadman-boot.service 2>&1)
  [ "$(systemctl is-enabled rocelint-deadman-boot.service 2>/dev/null)" = enabled ] || give_up "the unit that would roll the change back after a restart cannot be enabled: $said"
fi
)sh";
    // It goes on where our connection ends, and what it prints goes to nobody who could be gone.
    body += fmt::format(R"sh(
setsid -w flock "$D/apply.lock" /bin/sh -c '{} > "$1/apply.log" 2>&1; rc=$?; sonic-cfggen -d --print-data > "$1/after.new" && mv "$1/after.new" "$1/after.json"; echo $rc > "$1/rc"' rocelint "$D"
if [ -e "$D/taken" ]; then
  flock "$D/apply.lock" true
  if [ -e "$D/result" ]; then echo @late; rm -rf "$D"; else echo @broken; fi
elif [ "$(cat "$D/rc")" = 0 ]; then
  echo @applied
else
  setsid -w /bin/sh "$D/back.sh" > /dev/null 2>&1
  if [ -e "$D/result" ]; then disarm; echo @taken-back; else echo @broken; fi
  echo @data
  cat "$D/apply.log"
  [ -e "$D/result" ] && rm -rf "$D"
fi)sh",
        apply.patch.empty() ? "config reload -y -f \"$1/target.json\""
                            : "config apply-patch \"$1/patch.json\"");
    return whole_script(apply.id, body);
}

std::string pending_script()
{
    return whole_script("none",
        std::string(one_at_a_time)
            + "[ -e \"$T/current\" ] && echo \"@current $(cat \"$T/current\")\"\ntrue");
}

std::string confirm_script(std::string_view id)
{
    std::string body(disarm);
    body += one_at_a_time;
    body += fmt::format(R"sh(
[ -d "$D" ] || {{ echo @gone; exit 0; }}
mine=$(cat "$T/current" 2>/dev/null)
[ "$mine" != {} ] && [ -e "$D/confirmed" ] && {{ echo @confirmed; exit 0; }}
[ "$mine" = {} ] || {{ echo @gone; exit 0; }}
exec 8>>"$D/lock"
flock 8
[ -e "$D/taken" ] && {{ echo @gone; exit 0; }}
: > "$D/confirmed"
exec 8>&-
if disarm; then
  # Before current, since the next change has a unit of the same name.
  forget_boot
  rm -f "$D/before.json" "$D/after.json" "$D/target.json" "$D/patch.json" "$D/back.sh" "$D/job" "$D/apply.log" "$T/current"
  # A power cut brings none of it back.
  sync "$D" "$T" 2>/dev/null
  echo @confirmed
else
  rm -f "$D/confirmed"
  echo @still
fi)sh",
        id,
        id);
    return whole_script(id, body);
}

std::string abandon_script(std::string_view id)
{
    std::string body(disarm);
    body += one_at_a_time;
    body += fmt::format(R"sh(
if [ "$(cat "$T/current" 2>/dev/null)" = {} ]; then
  rm -f "$D/confirmed"
  if [ -e "$D/before.json" ] && [ -e "$D/job" ] || [ -e "$D/taken" ]; then
    setsid -w /bin/sh "$D/back.sh" > /dev/null 2>&1
    [ -e "$D/result" ] || {{ echo "@failed $(tail -n 1 "$D/log" 2>/dev/null)"; exit 0; }}
  fi
  disarm
  forget_boot
  [ "$(cat "$T/current" 2>/dev/null)" = {} ] && rm -f "$T/current"
elif [ -e "$D/confirmed" ] && [ "$(cat "$D/boot" 2>/dev/null)" = "$(cat "$R/proc/sys/kernel/random/boot_id")" ]; then
  echo @confirmed
  exit 0
fi
rm -rf "$D"
echo @restored)sh",
        id,
        id);
    return whole_script(id, body);
}

}
