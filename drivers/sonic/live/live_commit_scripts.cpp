// SPDX-License-Identifier: Apache-2.0
// A change that is in force and waits for confirmation, and its rollback, in
// plain sh. Every script can be interrupted anywhere: the dead-man is armed
// before anything is in force, and locks are taken before any state is read.
#include "drivers/sonic/live/live_programs.h"
#include "drivers/sonic/live/live_script_parts.h"
#include "drivers/sonic/live/live_scripts.h"
#include "drivers/transport/dead_man.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint::sonic {
namespace {

// The dead-man after a restart of the switch. A restart that keeps CONFIG_DB also saves it (sonic_settled). A
// cold restart begins with config_db.json, so there is nothing to roll back. If someone has made further
// changes since, a unit at boot cannot decide what the configuration should be.
constexpr std::string_view after_restart = R"sh(
restarted=
[ "$(cat "$R/proc/sys/kernel/random/boot_id")" = "$(cat "$D/boot" 2>/dev/null)" ] || restarted=yes
if [ -n "$restarted" ]; then
  turn=0
  until settled || [ $turn -ge 180 ]; do turn=$((turn + 1)); sleep 5; done
fi
)sh";

// The dead-man. It restores the pre-image in the same way as `config rollback`
// (FileSystemConfigRollbacker.rollback is ConfigReplacer.replace of the checkpoint, generic_updater.py), and
// by loading it if that is refused or stops in the middle. It writes config_db.json only after a restart,
// which may have saved the change.
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
{}{}{}exec 8>>"$D/lock"
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
        catalog::sonic_settled,
        after_restart,
        shell_word(compare_program),
        shell_word(compare_program),
        fmt::join(tables_of_daemons, " "),
        id);
}

}

std::string commit_script(const Apply& apply)
{
    const auto seconds = apply.window.count();
    std::string body(can_run_by_systemd);
    body += can_run_by_at;
    body += dead_man::disarm;
    body += dead_man::start_timer;
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
    // `at` counts whole minutes and starts jobs at the full minute.
    body += fmt::format(R"sh(
if by_systemd; then
  start_timer {} || give_up "the timer that would roll the change back does not run: $(tail -n 1 "$D/arm.log")"
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
    // at(1) keeps its jobs over a restart, so only systemd needs a boot unit.
    body += fmt::format(
        "if by_systemd; then\n{}fi\n", dead_man::remember_boot("database.service config-setup.service"));
    // The command goes on if our connection ends, and its output
    // goes to a file, because the connection may be gone.
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
        std::string(dead_man::one_at_a_time)
            + "[ -e \"$T/current\" ] && echo \"@current $(cat \"$T/current\")\"\ntrue");
}

std::string confirm_script(std::string_view id)
{
    return whole_script(id,
        std::string(dead_man::disarm) + std::string(dead_man::one_at_a_time)
            + dead_man::confirm(id, "before.json after.json target.json patch.json apply.log"));
}

std::string abandon_script(std::string_view id)
{
    std::string body(dead_man::disarm);
    body += dead_man::one_at_a_time;
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
