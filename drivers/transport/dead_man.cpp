// SPDX-License-Identifier: Apache-2.0
// The place of each file decides what survives a power cut or a kill, so this code exists once for all devices.
#include "drivers/transport/dead_man.h"

#include "drivers/transport/script_answer.h"

#include <fmt/format.h>

namespace rocelint::dead_man {
namespace {

// systemd-run(1) --on-active makes a timer that systemd keeps, even after our session ends. Its accuracy is a
// minute unless AccuracySec says otherwise (systemd.timer(5)); --collect removes the unit even if it failed. The
// timer starts before the change does: if the script is killed before it notes the job, the timer finds nothing
// to undo.
constexpr std::string_view functions = R"sh(
forget_boot() {
  [ -e "$U" ] || return 0
  systemctl disable "${U##*/}" >/dev/null 2>&1
  rm -f "$U"
  systemctl daemon-reload >/dev/null 2>&1
}
is_armed() { systemctl is-active $N.timer $N.service 2>/dev/null | grep -q -E '^(activating|active|deactivating|reloading)'; }
disarm() {
  job=$(cat "$D/job" 2>/dev/null)
  case $job in
  # Without a job there is a timer only where systemd-run made it and failed nevertheless.
  '' | systemd)
    [ -n "$job" ] || is_armed || return 0
    systemctl stop $N.timer >/dev/null 2>&1
    ! is_armed ;;
  *)
    atrm "$job" 2>/dev/null
    ! atq | grep -q "^$job[[:space:]]" ;;
  esac
}
start_timer() { systemd-run --unit="$1" --collect --on-active="$2"s --timer-property=AccuracySec=100ms /bin/sh "$3"; }
arm() {
  start_timer $N "$1" "$D/back.sh" > "$D/arm.log" 2>&1 && echo systemd > "$D/job" \
    && systemctl is-active --quiet $N.timer > /dev/null
}
claim() {
  (set -C; echo "$ID" > "$T/current") 2>/dev/null && return
  # A full disk, or a power cut, leaves the file without a name in it.
  [ -e "$T/current" ] && [ ! -s "$T/current" ] && [ ! -e "$U" ] && ! is_armed && sleep 1 && [ ! -s "$T/current" ] || return 1
  rm -f "$T/current"
  (set -C; echo "$ID" > "$T/current") 2>/dev/null
}
mark_boot() { cat "$R/proc/sys/kernel/random/boot_id" > "$D/boot" 2>/dev/null; }
is_same_boot() { [ "$(cat "$D/boot" 2>/dev/null)" = "$(cat "$R/proc/sys/kernel/random/boot_id" 2>/dev/null)" ]; }
lock_end() { exec 8>>"$D/lock" && flock 8; }
hold_apply() { exec 9>>"$D/apply.lock" && flock -w 20 9; }
apply_alone() { setsid -w flock "$D/apply.lock" "$@"; }
wait_for_apply() { flock "$D/apply.lock" true; }
roll_back() { setsid -w /bin/sh "$D/back.sh" now > /dev/null 2>&1 7<&-; }
)sh";

// The end of the undo, and its delay.
constexpr std::string_view endings = R"sh(
ended() {
  echo "$1" > "$D/result"
  (cd "$D" && rm -f back.sh $2)
  forget_boot 9>&-
  # Last, since then anybody may tidy up.
  [ "$(cat "$T/current")" = "$ID" ] && rm -f "$T/current"
  exit 0
}
failed() {
  [ -z "$1" ] || echo "$1" >> "$D/log"
  : > "$D/failed"
  exit 1
}
)sh";

}

std::string places(std::string_view id, const Style& style)
{
    return fmt::format("umask 077\nPATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin\nexport PATH\n"
                       "R=${{ROCELINT_DEVICE_ROOT-}}\nT=$R{}\nID={}\nD=$T/$ID\nN={}\nU={}\n",
        style.folder,
        id,
        style.unit,
        style.boot_unit.empty() ? std::string()
                                : fmt::format("$R/etc/systemd/system/{}.service", style.boot_unit));
}

std::string script(std::string_view id, const Style& style, std::string_view body)
{
    return whole_script("trap '' HUP\n" + places(id, style) + std::string(functions) + std::string(body));
}

std::string write_undo(std::string_view id, const Style& style, const Undo& undo, std::string_view refuse)
{
    const std::string text
        = fmt::format("#!/bin/sh\n# rocelint: rolls transaction {} back unless it has been confirmed.\n", id)
        + places(id, style) + "[ -d \"$D\" ] || exit 0\n" + std::string(functions) + std::string(endings)
        + undo.parts
        + fmt::format(R"sh(
lock_end
if [ -e "$D/confirmed" ] || [ -e "$D/result" ]; then exit 0; fi
: > "$D/taken"
exec 8>&-
# What is being applied ends first, and one of us works at a time. The next one that asks tries again.
exec 9>>"$D/apply.lock"
flock -w {} 9 || failed "the change is still being applied"
[ -e "$D/result" ] && exit 0
)sh",
            undo.patience.count())
        + undo.body;
    return fmt::format("cat > \"$D/back.sh\" {}chmod 700 \"$D/back.sh\"\n"
                       "said=$(sh -n \"$D/back.sh\" 2>&1) || {} \"the shell rejects the script that would "
                       "roll the change back: $said\"\n",
        here_document(text, fmt::format("|| {} \"$D cannot be written\"", refuse)),
        refuse);
}

std::string remember_boot(const Style& style, std::string_view refuse)
{
    return fmt::format(R"sh(
cat > "$U" <<ROCELINT_END || {} "$U cannot be written"
[Unit]
Description=rocelint: undoes a change that was not confirmed before the restart
{}
ConditionPathExists=$D/back.sh
[Service]
{}
ExecStart=/bin/sh $D/back.sh boot
[Install]
WantedBy=multi-user.target
ROCELINT_END
chmod 644 "$U"
said=$(systemctl enable "${{U##*/}}" 2>&1)
[ "$(systemctl is-enabled "${{U##*/}}" 2>/dev/null)" = enabled ] || {} "the unit that would undo the change after a restart cannot be enabled: $said"
# A power cut takes none of it away.
sync "$D"/* "$U" 2>/dev/null
)sh",
        refuse,
        style.boot_order,
        style.boot_type,
        refuse);
}

std::string confirm(std::string_view files, std::string_view check)
{
    return fmt::format(R"sh(
[ -d "$D" ] || {{ echo @gone; exit 0; }}
mine=$(cat "$T/current" 2>/dev/null)
[ "$mine" != "$ID" ] && [ -e "$D/confirmed" ] && {{ echo @confirmed; exit 0; }}
[ "$mine" = "$ID" ] || {{ echo "@gone $(cat "$D/result" 2>/dev/null)"; exit 0; }}
{}
lock_end
[ -e "$D/taken" ] && {{ echo @gone; exit 0; }}
: > "$D/confirmed"
exec 8>&-
if disarm; then
  # Before current, since the next change has a unit of the same name.
  forget_boot
  (cd "$D" && rm -f back.sh job {})
  rm -f "$T/current"
  # A power cut brings none of it back.
  sync "$D" "$T" 2>/dev/null
  echo @confirmed
else
  rm -f "$D/confirmed"
  echo @still
fi)sh",
        check,
        files);
}

std::string abandon(std::string_view unfinished, std::string_view remains)
{
    return fmt::format(R"sh(
if [ "$(cat "$T/current" 2>/dev/null)" = "$ID" ]; then
  rm -f "$D/confirmed"
  if [ -e "$D/job" ] || [ -e "$D/taken" ]; then
    roll_back
    if [ ! -e "$D/result" ]; then
{}    fi
  fi
  disarm
  forget_boot
  [ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] && rm -f "$T/current"
elif [ -e "$D/confirmed" ] && is_same_boot; then
  echo @confirmed
  exit 0
fi
{}rm -rf "$D"
echo @restored)sh",
        unfinished,
        remains);
}

}
