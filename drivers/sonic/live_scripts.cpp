// SPDX-License-Identifier: Apache-2.0
// What is run on the switch, in plain sh. Every script can be interrupted anywhere: the dead-man is armed before
// anything is in force, and locks are taken before anything is looked at.
#include "drivers/sonic/live_scripts.h"

#include "drivers/sonic/live_programs.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint::sonic {
namespace {

// The whole script is read before it runs, so that no command in it reads the rest. ROCELINT_DEVICE_ROOT is set on no
// device: it is where the emulators of our tests keep the device's files.
std::string whole(std::string_view id, std::string_view body)
{
    return fmt::format("{{\numask 077\nR=${{ROCELINT_DEVICE_ROOT-}}\nT=$R/run/rocelint\nD=$T/{}\n{}\n"
                       "exit\n}} </dev/null\n",
        id,
        body);
}

// No line of JSON is this word.
std::string here_document(std::string_view text)
{
    return fmt::format("<<'ROCELINT_END'\n{}{}ROCELINT_END\n", text, text.ends_with('\n') ? "" : "\n");
}

// /etc/sonic/config_db0.json and so on: the namespaces of a switch with several ASICs.
constexpr std::string_view tell_namespaces
    = "for f in \"$R\"/etc/sonic/config_db[0-9]*.json; do [ -e \"$f\" ] && echo @multi && break; done\n";

// `config` writes CONFIG_DB row by row; two of them at once mix. reload.lock is SYSTEM_RELOAD_LOCK of config/main.py.
constexpr std::string_view tell_updaters = R"sh(
[ -e "$R/etc/sonic/reload.lock" ] && ! flock -n "$R/etc/sonic/reload.lock" true && echo @locked
pgrep -af '[/ ](config (apply-patch|replace|rollback|reload|load|load_minigraph|load_mgmt_config|override-config-table|qos)|gcu-standalone|db_migrator.py)( |$)' | sed 's/^/@updater /'
)sh";

// A warm reboot starts with CONFIG_DB as it was left (SONiC doc/warm-reboot/system-warmboot.md) and then saves it
// (sonic-buildimage files/image_config/warmboot-finalizer/finalize-warmboot.sh): a change that waits for its confirmation
// would be kept, without its dead-man.
constexpr std::string_view tell_warm_restart = R"sh(
[ "$(sonic-db-cli STATE_DB hget 'WARM_RESTART_ENABLE_TABLE|system' enable 2>/dev/null)" = true ] && echo @warm
)sh";

// sd_booted(3): only there systemd-run can start anything.
constexpr std::string_view can_run_later = R"sh(
by_systemd() { [ -d "$R/run/systemd/system" ] && command -v systemd-run >/dev/null; }
by_at() { command -v at >/dev/null && command -v atq >/dev/null && command -v atrm >/dev/null; }
)sh";

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
flock -w 900 9
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

std::string read_script()
{
    return whole("none", fmt::format("{}echo @data\nsonic-cfggen -d --print-data", tell_namespaces));
}

// Reading the EEPROM can take seconds, and a platform may have none.
std::string hardware_script()
{
    return whole("none", R"sh(
serial=$(timeout 20 decode-syseeprom -s 2>/dev/null | head -n 1)
[ -n "$serial" ] && echo "@serial $serial"
mac=$(sonic-db-cli CONFIG_DB hget 'DEVICE_METADATA|localhost' mac 2>/dev/null)
[ -n "$mac" ] && echo "@mac $mac")sh");
}

std::string ready_script(std::string_view patch, std::string_view extended)
{
    std::string body(tell_namespaces);
    body += can_run_later;
    body += "by_systemd && echo @timer systemd\nby_at && echo @timer at\n";
    body += tell_updaters;
    body += tell_warm_restart;
    body += R"sh(
[ -e "$T/current" ] && echo "@current $(cat "$T/current")"
[ -n "${SSH_CONNECTION-}" ] && ip -o route get "${SSH_CONNECTION%% *}" 2>/dev/null | sed 's/^/@route /'
)sh";
    body += fmt::format("/usr/bin/python3 -c {} \"$R/etc/sonic/config_db.json\" {} {}",
        shell_word(updater_program()),
        fmt::join(tables_of_daemons, " "),
        here_document(fmt::format("{}\n--\n{}", patch, extended)));
    return whole("none", body);
}

std::string stage_script(std::string_view id, std::string_view patch)
{
    return whole(id,
        fmt::format(
            R"sh([ "$(cat "$T/current" 2>/dev/null)" = {} ] && {{ echo "@refused it is in force already"; exit 0; }}
mkdir -p "$D" && chmod 700 "$T" "$D" || {{ echo "@refused $T cannot be written"; exit 0; }}
cat > "$D/patch.json" {}
began=$(date +%s%N)
config apply-patch --dry-run "$D/patch.json" > "$D/dry.log" 2>&1
echo "@rc $?"
echo "@ms $(( ($(date +%s%N) - began) / 1000000 ))"
echo @data
cat "$D/dry.log"
rm -rf "$D")sh",
            id,
            here_document(patch)));
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
    body += fmt::format("cat > \"$D/back.sh\" {}", here_document(dead_man(apply.id)));
    body += fmt::format("cat > \"$D/{}\" {}",
        apply.patch.empty() ? "target.json" : "patch.json",
        here_document(apply.patch.empty() ? apply.target : apply.patch));
    body += fmt::format("chmod 700 \"$D/back.sh\"\n( {} ) > \"$D/updaters\"\n", tell_updaters);
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
    return whole(apply.id, body);
}

std::string pending_script()
{
    return whole("none",
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
    return whole(id, body);
}

// `config save` empties the file before it fills it (config/main.py), and a switch without room for it would boot without any
// configuration. A copy makes sure that there is room, and comes back where saving fails.
constexpr std::string_view save_whole = R"sh(save_whole() {
  f=$R/etc/sonic/config_db.json
  if [ -e "$f" ]; then
    cp -p "$f" "$f.rocelint" 2>/dev/null || { rm -f "$f.rocelint"; echo "@failed the flash has no room for a copy of the saved configuration"; return 1; }
  fi
  if said=$(config save -y 2>&1 >/dev/null); then
    rm -f "$f.rocelint"
    return 0
  fi
  [ ! -e "$f.rocelint" ] || mv -f "$f.rocelint" "$f"
  echo "@failed $(printf '%s\n' "$said" | tail -n 1)"
  return 1
}
)sh";

std::string persist_script(std::string_view id)
{
    return whole(id,
        fmt::format(R"sh([ -e "$T/current" ] && {{ echo "@current $(cat "$T/current")"; exit 0; }}
{}save_whole || exit 0
if sonic-cfggen -d --print-data | /usr/bin/python3 -I -S -c {} "$R/etc/sonic/config_db.json"; then
  rm -rf "$D"
  echo @saved
else
  echo @differs
fi)sh",
            save_whole,
            shell_word(compare_program())));
}

// What daemons write into CONFIG_DB by themselves need not be in the file.
std::string save_again_script()
{
    const std::string same = fmt::format("sonic-cfggen -d --print-data | /usr/bin/python3 -I -S -c {} "
                                         "\"$R/etc/sonic/config_db.json\" {}",
        shell_word(compare_program()),
        fmt::join(tables_of_daemons, " "));
    return whole("none",
        fmt::format("if {}; then echo @saved; exit 0; fi\n{}save_whole || exit 0\nif {}; then echo @saved; "
                    "else echo @differs; fi",
            same,
            save_whole,
            same));
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
    [ -e "$D/result" ] || {{ echo @failed; exit 0; }}
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
    return whole(id, body);
}

std::string health_script(const std::vector<std::string>& ports)
{
    std::string words;
    for (const std::string& port : ports)
        words += ' ' + shell_word(port);
    return whole("none", fmt::format("/usr/bin/python3 -c {}{}", shell_word(health_program()), words));
}

}
