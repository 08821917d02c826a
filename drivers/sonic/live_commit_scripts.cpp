// SPDX-License-Identifier: Apache-2.0
// A change in force that waits for its confirmation, and its way back, in plain sh. Every script can be interrupted anywhere:
// the dead-man is armed before anything is in force, and locks are taken before anything is looked at.
#include "drivers/sonic/live_programs.h"
#include "drivers/sonic/live_script_parts.h"
#include "drivers/sonic/live_scripts.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>

namespace rocelint::sonic {
namespace {

// Stops the dead-man, and is true where it will not run any more.
constexpr std::string_view disarm = R"sh(
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

// The dead-man. It takes the pre-image back by the same way as `config rollback` (FileSystemConfigRollbacker.rollback is
// ConfigReplacer.replace of the checkpoint, generic_updater.py), and where that is refused or stops in the middle, by
// loading it. It never writes config_db.json.
std::string dead_man(std::string_view id)
{
    return fmt::format(R"sh(#!/bin/sh
# rocelint: rolls transaction {} back unless it has been confirmed.
R=${{ROCELINT_DEVICE_ROOT-}}
T=$R/run/rocelint
D=$T/{}
PATH=$PATH:/usr/local/sbin:/usr/local/bin
umask 077
[ -d "$D" ] || exit 0
exec 8>>"$D/lock"
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
  echo $how > "$D/result"
  rm -f "$D/before.json" "$D/target.json" "$D/patch.json" "$D/back.sh"
  # Last, since then anybody may tidy up.
  [ "$(cat "$T/current")" = {} ] && rm -f "$T/current"
else
  : > "$D/failed"
fi
)sh",
        id,
        id,
        shell_word(compare_program()),
        id);
}

}

std::string commit_script(const Apply& apply)
{
    const auto seconds = apply.window.count();
    std::string body(can_run_later);
    body += disarm;
    body += fmt::format(R"sh(
mkdir -p "$T" && chmod 700 "$T" || {{ echo "@refused $T cannot be written"; exit 0; }}
(set -C; echo {} > "$T/current") 2>/dev/null || {{ echo "@other $(cat "$T/current")"; exit 0; }}
give_up() {{ disarm; rm -rf "$D"; rm -f "$T/current"; echo "@refused $*"; exit 0; }}
rm -rf "$D"
mkdir "$D" || give_up "$T cannot be written"
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
    // It goes on where our connection ends, and what it prints goes to nobody who could be gone.
    body += fmt::format(R"sh(
setsid -w flock "$D/apply.lock" /bin/sh -c '{} > "$1/apply.log" 2>&1; echo $? > "$1/rc"' rocelint "$D"
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
  rm -f "$D/before.json" "$D/target.json" "$D/patch.json" "$D/back.sh" "$D/job" "$D/apply.log" "$T/current"
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
  [ "$(cat "$T/current" 2>/dev/null)" = {} ] && rm -f "$T/current"
elif [ -e "$D/confirmed" ]; then
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
