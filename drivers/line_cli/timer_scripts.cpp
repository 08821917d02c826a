// SPDX-License-Identifier: Apache-2.0
// The way back of switches whose command line has no timer: a unit of systemd on the switch types the undo. Every script can be
// interrupted anywhere: the dead-man is armed before anything is typed, and locks are taken before anything is looked at.
#include "drivers/line_cli/timer_scripts.h"

#include "drivers/transport/script_answer.h"

#include <fmt/format.h>

namespace rocelint::line_cli {
namespace {

// ROCELINT_DEVICE_ROOT is set on no device: it is where the emulators of our tests keep the device's files.
std::string places(std::string_view id)
{
    return fmt::format(
        "umask 077\nPATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin\nR=${{ROCELINT_DEVICE_ROOT-}}\n"
        "T=$R/run/rocelint\nID={}\nD=$T/$ID\n",
        id);
}

// The whole script is read before it runs, so that no command in it reads the rest; a hangup does not end it halfway.
std::string whole_script(std::string_view id, std::string_view body)
{
    return fmt::format("{{\ntrap '' HUP\n{}{}\nexit\n}} </dev/null\n", places(id), body);
}

// A command line wants a terminal, which a unit has not: script(1) makes one. What it prints becomes lines with the block they
// stand in, sorted: an order may be another after a line was taken away and given again.
std::string reading(const LinuxStyle& style)
{
    return fmt::format("NOISE='{}'\nWHOLE='{}'\n", style.noise, style.whole) + R"sh(
on_terminal() { script -q -c "/bin/sh '$D/cli.sh' '$1'" /dev/null </dev/null 2>&1 9>&-; }
running() {
  on_terminal "$D/show" | tr -d '\r' | sed -e 's/[[:space:]]*$//' -e '/^ *$/d' -e '/^ *!/d' -e "$NOISE" \
    | awk '/^[^ ]/ { block = $0 } { print block "|" $0 }' | LC_ALL=C sort
}
)sh";
}

std::string files(const LinuxStyle& style, std::string_view otherwise)
{
    return fmt::format("cat > \"$D/cli.sh\" {}",
               here_document(
                   fmt::format("CLI_USER='{}'\n{}\ncli \"$1\"\n", style.user, style.cli), otherwise))
        + fmt::format("cat > \"$D/show\" {}", here_document(style.show, otherwise))
        + fmt::format("cat > \"$D/drop\" {}", here_document(style.drop, otherwise))
        + "chmod 644 \"$D/cli.sh\" \"$D/show\" \"$D/drop\"\n";
}

constexpr std::string_view make_place = R"sh(
mkdir -p "$T" && chmod 711 "$T" || { echo "@refused $T cannot be written"; exit 0; }
)sh";

// Stops the dead-man, and is true where it will not run any more.
constexpr std::string_view disarm = R"sh(
disarm() {
  [ -e "$D/job" ] || return 0
  systemctl stop rocelint-deadman.timer >/dev/null 2>&1
  ! systemctl is-active rocelint-deadman.timer rocelint-deadman.service 2>/dev/null | grep -q -E '^(activating|active|deactivating|reloading)'
}
)sh";

// A script whose connection was lost goes on: nobody asks or takes back while it is half done. The folder itself is the lock.
constexpr std::string_view one_at_a_time
    = "locked=\n[ -d \"$T\" ] && exec 7<\"$T\" && flock -w 20 7 && locked=yes\n";

// Whoever was killed before his timer ran has changed nothing. Whoever is still at it holds the lock.
constexpr std::string_view forget_unarmed = R"sh(
now=$(cat "$T/current" 2>/dev/null)
if [ -n "$locked" ] && [ -n "$now" ] && case $now in rl-*) true ;; *) false ;; esac && [ ! -e "$T/$now/job" ] && [ ! -e "$T/$now/taken" ]; then
  rm -rf "$T/$now"
  rm -f "$T/current"
fi
)sh";

// The dead-man. A command line may stop at a line that has nothing to take away, so that blocks are typed one by one where the whole
// was not enough; one that somebody holds a lock on is asked again for an hour.
std::string dead_man(std::string_view id, const LinuxStyle& style)
{
    return fmt::format("#!/bin/sh\n# rocelint: undoes transaction {} unless it has been confirmed.\n", id)
        + places(id) + "[ -d \"$D\" ] || exit 0\n" + reading(style) + R"sh(exec 8>>"$D/lock"
flock 8
if [ -e "$D/confirmed" ] || [ -e "$D/result" ]; then exit 0; fi
: > "$D/taken"
exec 8>&-
turns=180
pause=20
[ "${1-}" = now ] && turns=2 && pause=1
exec 9>>"$D/work.lock"
flock -w 120 9 || { echo "the way back is at work already" >> "$D/log"; exit 1; }
[ -e "$D/result" ] && exit 0
# As it was; or nothing of the change is left, and the rest is somebody else's.
back() {
  running > "$D/now"
  grep -q "^$WHOLE" "$D/now" || return 1
  cmp -s "$D/before" "$D/now" && return 0
  [ -s "$D/after" ] || return 1
  LC_ALL=C comm -13 "$D/before" "$D/after" | LC_ALL=C comm -12 - "$D/now" | grep -q . && return 1
  LC_ALL=C comm -23 "$D/before" "$D/after" | LC_ALL=C comm -23 - "$D/now" | grep -q . && return 1
  return 0
}
while :; do
  [ -s "$D/drop" ] && on_terminal "$D/drop" >> "$D/log"
  back && break
  on_terminal "$D/undo" >> "$D/log"
  back && break
  for block in "$D"/undo.*; do [ -e "$block" ] && on_terminal "$block" >> "$D/log"; done
  back && break
  # The undo has done what it can: the rest came beside the planned lines, and is for people to judge.
  [ -s "$D/after" ] && ! cmp -s "$D/after" "$D/now" && cmp -s "$D/last" "$D/now" && break
  cp "$D/now" "$D/last"
  : > "$D/failed"
  turns=$((turns - 1))
  [ $turns -gt 0 ] || exit 1
  sleep $pause
done
: > "$D/result"
rm -f "$D"/before "$D"/after "$D"/now "$D"/last "$D"/undo* "$D/back.sh"
# Last, since then anybody may tidy up.
[ "$(cat "$T/current")" = "$ID" ] && rm -f "$T/current"
true
)sh";
}

// A block of lines to a file, each from configuration mode.
constexpr std::string_view split_undo = R"sh(
awk -v to="$D/undo." '/^[^ ]/ && !/^exit/ { n++; print "configure terminal" > (to sprintf("%04d", n)) } { print > (to sprintf("%04d", n)) }' "$D/lines"
{ echo "configure terminal"; cat "$D/lines"; } > "$D/undo"
rm -f "$D/lines"
chmod 644 "$D"/undo*
)sh";

}

std::string ready_script()
{
    return whole_script("none",
        std::string(can_run_by_systemd) + R"sh(
by_systemd && echo @timer
for tool in script flock setsid awk comm cmp systemctl; do command -v $tool >/dev/null || echo "@missing $tool"; done
)sh" + std::string(one_at_a_time)
            + std::string(forget_unarmed)
            + "[ -e \"$T/current\" ] && echo \"@current $(cat \"$T/current\")\"\ntrue");
}

std::string rehearsal_script(std::string_view id, const LinuxStyle& style)
{
    constexpr std::string_view unwritten
        = "|| { rm -rf \"$D\"; echo \"@refused $D cannot be written\"; exit 0; }";
    std::string body(make_place);
    body += R"sh(
[ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] && { echo "@refused it is in force already"; exit 0; }
# What pushes that were killed while they prepared have left.
for old in "$T"/rl-*; do
  [ -d "$old" ] && [ "${old##*/}" != "$(cat "$T/current" 2>/dev/null)" ] && [ ! -e "$old/confirmed" ] && rm -rf "$old"
done
mkdir "$D" && chmod 711 "$D" || { echo "@refused $D cannot be written"; exit 0; }
)sh";
    body += files(style, unwritten);
    body += reading(style);
    body += fmt::format("cat > \"$D/try.sh\" {}",
        here_document("#!/bin/sh\n" + places(id) + "[ -d \"$D\" ] || exit 0\n" + reading(style)
                + "running > \"$D/tried.new\" && mv \"$D/tried.new\" \"$D/tried\"\n",
            unwritten));
    body += R"sh(
running > "$D/seen"
if ! grep -q "^$WHOLE" "$D/seen"; then
  echo "@refused the switch's command line does not print its configuration when Linux asks it: $(sed 's/^[^|]*|//' "$D/seen" | head -n 1)"
  rm -rf "$D"
  exit 0
fi
said=$(systemd-run --unit=rocelint-rehearsal-$$ --collect --on-active=1s --timer-property=AccuracySec=100ms /bin/sh "$D/try.sh" 2>&1) \
  || { rm -rf "$D"; echo "@refused no timer can be made: $(echo "$said" | tail -n 1)"; exit 0; }
turns=240
until [ -e "$D/tried" ] || [ $turns -eq 0 ]; do turns=$((turns - 1)); sleep 0.25; done
if [ ! -e "$D/tried" ]; then
  systemctl stop rocelint-rehearsal-$$.timer >/dev/null 2>&1
  echo "@refused a timer did not run: nothing would undo the change"
elif cmp -s "$D/seen" "$D/tried"; then
  echo @rehearsed
else
  echo "@refused a timer gets no configuration from the switch's command line: nothing would undo the change"
fi
rm -rf "$D")sh";
    return whole_script(id, body);
}

std::string arm_script(
    std::string_view id, const LinuxStyle& style, std::string_view undo, std::chrono::seconds window)
{
    constexpr std::string_view unwritten = "|| give_up \"$D cannot be written\"";
    std::string body(can_run_by_systemd);
    body += disarm;
    body += make_place;
    body += one_at_a_time;
    body += forget_unarmed;
    body += R"sh(
(set -C; echo "$ID" > "$T/current") 2>/dev/null || { echo "@other $(cat "$T/current")"; exit 0; }
give_up() { disarm; rm -rf "$D"; rm -f "$T/current"; echo "@refused $*"; exit 0; }
rm -rf "$D"
mkdir "$D" && chmod 711 "$D" || give_up "$T cannot be written"
)sh";
    body += files(style, unwritten);
    body += fmt::format("cat > \"$D/lines\" {}", here_document(undo, unwritten));
    body += split_undo;
    body += fmt::format("cat > \"$D/back.sh\" {}", here_document(dead_man(id, style), unwritten));
    body
        += "chmod 700 \"$D/back.sh\"\n"
           "said=$(sh -n \"$D/back.sh\" 2>&1) || give_up \"the shell rejects the script that would undo the change: $said\"\n";
    body += reading(style);
    body += fmt::format(R"sh(
running > "$D/before"
grep -q "^$WHOLE" "$D/before" || give_up "the configuration cannot be read"
by_systemd || give_up "systemd-run cannot start a timer"
systemd-run --unit=rocelint-deadman --collect --on-active={}s --timer-property=AccuracySec=100ms /bin/sh "$D/back.sh" > "$D/arm.log" 2>&1 \
  && systemctl is-active --quiet rocelint-deadman.timer > /dev/null \
  && echo systemd > "$D/job" \
  || {{ systemctl stop rocelint-deadman.timer >/dev/null 2>&1; give_up "the timer that would undo the change does not run: $(tail -n 1 "$D/arm.log")"; }}
[ "$(cat "$T/current")" = "$ID" ] && [ -x "$D/back.sh" ] || give_up "what would undo the change is gone"
echo @armed)sh",
        window.count());
    return whole_script(id, body);
}

std::string note_script(std::string_view id, const LinuxStyle& style)
{
    return whole_script(id,
        reading(style)
            + R"sh([ -d "$D" ] && running > "$D/after.new" && grep -q "^$WHOLE" "$D/after.new" && mv "$D/after.new" "$D/after" && echo @noted
true)sh");
}

std::string pending_script()
{
    return whole_script("none",
        std::string(one_at_a_time) + std::string(forget_unarmed)
            + "[ -e \"$T/current\" ] && echo \"@current $(cat \"$T/current\")\"\necho @asked");
}

std::string confirm_script(std::string_view id)
{
    return whole_script(id, std::string(disarm) + std::string(one_at_a_time) + R"sh(
[ -d "$D" ] || { echo @gone; exit 0; }
mine=$(cat "$T/current" 2>/dev/null)
[ "$mine" != "$ID" ] && [ -e "$D/confirmed" ] && { echo @confirmed; exit 0; }
[ "$mine" = "$ID" ] || { echo @gone; exit 0; }
exec 8>>"$D/lock"
flock 8
[ -e "$D/taken" ] && { echo @gone; exit 0; }
: > "$D/confirmed"
exec 8>&-
if disarm; then
  rm -f "$D"/before "$D"/after "$D"/undo* "$D/back.sh" "$D/job" "$T/current"
  echo @confirmed
else
  rm -f "$D/confirmed"
  echo @still
fi)sh");
}

std::string abandon_script(std::string_view id)
{
    return whole_script(id, std::string(disarm) + std::string(one_at_a_time) + R"sh(
if [ "$(cat "$T/current" 2>/dev/null)" = "$ID" ]; then
  rm -f "$D/confirmed"
  if [ -e "$D/job" ] || [ -e "$D/taken" ]; then
    setsid -w /bin/sh "$D/back.sh" now > /dev/null 2>&1 7<&-
    [ -e "$D/result" ] || { echo "@failed $(tail -n 1 "$D/log" 2>/dev/null)"; exit 0; }
  fi
  disarm
  [ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] && rm -f "$T/current"
elif [ -e "$D/confirmed" ]; then
  echo @confirmed
  exit 0
fi
rm -rf "$D"
echo @restored)sh");
}

std::string forget_script(std::string_view id)
{
    return whole_script(id, R"sh([ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] || rm -rf "$D"
echo @forgotten)sh");
}

}
