// SPDX-License-Identifier: Apache-2.0
// The dead-man of a change, and how it is armed before anything is typed.
#include "drivers/line_cli/live/timer_script_parts.h"
#include "drivers/transport/script_answer.h"

#include <fmt/format.h>

namespace rocelint::line_cli {
namespace {

// The dead-man. A command line stops at a line that has nothing to remove. If typing the whole undo
// was not enough, the blocks are typed one by one, which is quick, and then every line by itself, so that a
// refused line does not block another one. A command line that someone else has locked is tried again for an
// hour. A restart that went on with the change has saved it.
dead_man::Undo undo_of(const LinuxStyle& style)
{
    dead_man::Undo undo;
    undo.parts = reading(style) + std::string(note_left)
        + (style.settled.empty() ? "settled() { true; }" : std::string(style.settled)) + R"sh(
if [ "${1-}" = boot ]; then
  turn=0
  until settled && running | grep -q "^$WHOLE" || [ $turn -ge 180 ]; do turn=$((turn + 1)); sleep 5; done
fi
turns=180
pause=20
undone=
partly=
[ "${1-}" = now ] && turns=2 && pause=1
# As it was; or nothing of the change is left, and the rest is another user's.
back() {
  running > "$D/now"
  grep -q "^$WHOLE" "$D/now" || return 1
  cmp -s "$D/before" "$D/now" && return 0
  [ -s "$D/after" ] || return 1
  LC_ALL=C comm -13 "$D/before" "$D/after" | LC_ALL=C comm -12 - "$D/now" | grep -q . && return 1
  LC_ALL=C comm -23 "$D/before" "$D/after" | LC_ALL=C comm -23 - "$D/now" | grep -q . && return 1
  return 0
}
)sh";
    undo.body = R"sh(
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
  ended partly
fi
[ -n "$undone" ] && [ -s "$D/save" ] && ! is_same_boot && on_terminal "$D/save" >> "$D/log"
ended whole "before after now last undo*"
)sh";
    return undo;
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
    std::string body(dead_man::can_run_by_systemd);
    body += make_place;
    body += dead_man::one_at_a_time;
    body += dead_man::refuse_if_busy;
    body += dead_man::forget_unarmed;
    body += R"sh(
claim || { [ -s "$T/current" ] && echo "@other $(cat "$T/current")" || echo "@refused $T/current cannot be written"; exit 0; }
give_up() { disarm; forget_boot; rm -rf "$D"; rm -f "$T/current"; echo "@refused $*"; exit 0; }
rm -rf "$D"
mkdir "$D" && chmod 711 "$D" || give_up "$T cannot be written"
mark_boot
)sh";
    body += files(style, unwritten);
    body += fmt::format("cat > \"$D/lines\" {}", here_document(undo, unwritten));
    body += split_undo;
    body += dead_man::write_undo(id, dead_man_of(style), undo_of(style), "give_up");
    body += reading(style);
    body += fmt::format(R"sh(
running > "$D/before"
grep -q "^$WHOLE" "$D/before" || give_up "the configuration cannot be read"
by_systemd || give_up "systemd-run cannot start a timer"
arm {} || give_up "the timer that would undo the change does not run: $(tail -n 1 "$D/arm.log")"
[ "$(cat "$T/current")" = "$ID" ] && [ -x "$D/back.sh" ] || give_up "what would undo the change is gone")sh",
        window.count());
    if (!style.settled.empty())
        body += dead_man::remember_boot(dead_man_of(style), "give_up");
    body += "\necho @armed";
    return switch_script(id, style, body);
}

}
