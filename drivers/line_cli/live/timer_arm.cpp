// SPDX-License-Identifier: Apache-2.0
// The dead-man of a change, and how it is armed before anything is typed.
#include "drivers/line_cli/live/timer_script_parts.h"
#include "drivers/transport/script_answer.h"

#include <fmt/format.h>

namespace rocelint::line_cli {
namespace {

constexpr std::string_view tell_restart
    = "restarted=\n[ \"$(cat \"$R/proc/sys/kernel/random/boot_id\" 2>/dev/null)\" = \"$(cat \"$D/boot\" 2>/dev/null)\" ] || "
      "restarted=yes\n";

// Writes the dead-man. A command line stops at a line that has nothing to remove. If typing the whole undo
// was not enough, the blocks are typed one by one, which is quick, and then every line by itself, so that a
// refused line does not block another one. A command line that someone else has locked is tried again for an
// hour.
std::string dead_man(std::string_view id, const LinuxStyle& style)
{
    return fmt::format("#!/bin/sh\n# rocelint: undoes transaction {} unless it has been confirmed.\n", id)
        + places(id, style) + "[ -d \"$D\" ] || exit 0\n" + reading(style) + std::string(note_left)
        + std::string(tell_restart)
        + (style.settled.empty() ? "settled() { true; }" : std::string(style.settled)) + R"sh(
if [ "${1-}" = boot ]; then
  turn=0
  until settled && running | grep -q "^$WHOLE" || [ $turn -ge 180 ]; do turn=$((turn + 1)); sleep 5; done
fi
exec 8>>"$D/lock"
flock 8
if [ -e "$D/confirmed" ] || [ -e "$D/result" ]; then exit 0; fi
: > "$D/taken"
exec 8>&-
turns=180
pause=20
undone=
partly=
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
  undone=yes
  on_terminal "$D/undo" >> "$D/log"
  back && break
  for lines in "$D"/undo.block.*; do [ -e "$lines" ] && on_terminal "$lines" >> "$D/log"; done
  back && break
  for lines in "$D"/undo.line.*; do [ -e "$lines" ] && on_terminal "$lines" >> "$D/log"; done
  back && break
  # The undo has done what it can. What is left is for people to judge.
  if [ -s "$D/after" ] && ! cmp -s "$D/after" "$D/now" && cmp -s "$D/last" "$D/now"; then partly=yes; break; fi
  cp "$D/now" "$D/last"
  : > "$D/failed"
  turns=$((turns - 1))
  [ $turns -gt 0 ] || exit 1
  sleep $pause
done
if [ -n "$partly" ]; then
  note_left
  echo partly > "$D/result"
  rm -f "$D/back.sh"
else
  # A restart that went on with the change has saved it.
  [ -n "$restarted" ] && [ -n "$undone" ] && [ -s "$D/save" ] && on_terminal "$D/save" >> "$D/log"
  : > "$D/result"
  rm -f "$D"/before "$D"/after "$D"/now "$D"/last "$D"/undo* "$D/back.sh"
fi
if [ -e "$U" ]; then
  systemctl disable rocelint-deadman-boot.service > /dev/null 2>&1 9>&-
  rm -f "$U"
fi
# Last, since then anybody may tidy up.
[ "$(cat "$T/current")" = "$ID" ] && rm -f "$T/current"
true
)sh";
}

// Splits the undo: the whole, each of its blocks, and each of its lines with the headers above it. Each part
// begins by entering configuration mode.
constexpr std::string_view split_undo = R"sh(
awk -v to="$D/undo." '
  function begin(kind, number) { if (file) close(file); file = to kind sprintf(".%06d", number); print "configure terminal" > file }
  /^[^ !]/ && $0 != "exit" { begin("block", NR) }
  file { print > file }
  { words = $0; sub(/^ +/, "", words); if (words == "" || words == "!" || words == "exit") next
    n++; line[n] = $0; depth[n] = length($0) - length(words) }
  END {
    for (i = 1; i <= n; i++) {
      while (top > 0 && depth[above[top]] >= depth[i]) top--
      above[++top] = i
      if (i < n && depth[i + 1] > depth[i]) continue
      begin("line", i)
      for (j = 1; j <= top; j++) print line[above[j]] > file
    }
  }' "$D/lines"
{ echo "configure terminal"; cat "$D/lines"; } > "$D/undo"
rm -f "$D/lines"
chmod 644 "$D"/undo*
)sh";

}

std::string arm_script(
    std::string_view id, const LinuxStyle& style, std::string_view undo, std::chrono::seconds window)
{
    constexpr std::string_view unwritten = "|| give_up \"$D cannot be written\"";
    std::string body(can_run_by_systemd);
    body += dead_man::disarm;
    body += dead_man::start_timer;
    body += make_place;
    body += dead_man::one_at_a_time;
    body += forget_unarmed;
    body += R"sh(
(set -C; echo "$ID" > "$T/current") 2>/dev/null || { echo "@other $(cat "$T/current")"; exit 0; }
give_up() { disarm; forget_boot; rm -rf "$D"; rm -f "$T/current"; echo "@refused $*"; exit 0; }
rm -rf "$D"
mkdir "$D" && chmod 711 "$D" || give_up "$T cannot be written"
cat "$R/proc/sys/kernel/random/boot_id" > "$D/boot" 2>/dev/null
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
start_timer {} || give_up "the timer that would undo the change does not run: $(tail -n 1 "$D/arm.log")"
[ "$(cat "$T/current")" = "$ID" ] && [ -x "$D/back.sh" ] || give_up "what would undo the change is gone")sh",
        window.count());
    if (!style.settled.empty())
        body += dead_man::remember_boot("network.target");
    body += "\necho @armed";
    return whole_script(id, style, body);
}

}
