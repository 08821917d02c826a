// SPDX-License-Identifier: Apache-2.0
// Rollback for switches whose command line has no timer: a systemd unit on the switch types the undo. Every
// script can be interrupted anywhere: the dead-man is armed before anything is typed, and locks are taken
// before anything is read.
#include "drivers/line_cli/live/timer_script_parts.h"
#include "drivers/transport/script_answer.h"

#include <fmt/format.h>

namespace rocelint::line_cli {

std::string ready_script(const LinuxStyle& style)
{
    return switch_script("none",
        style,
        std::string(dead_man::can_run_by_systemd)
            + fmt::format(
                "by_systemd && echo @timer\nfor tool in script awk comm cmp {}; do command -v $tool >/dev/null || "
                "echo \"@missing $tool\"; done\n",
                dead_man::tools)
            + std::string(dead_man::one_at_a_time) + std::string(dead_man::forget_unarmed)
            + std::string(dead_man::tell_current));
}

std::string rehearsal_script(std::string_view id, const LinuxStyle& style)
{
    constexpr std::string_view unwritten
        = "|| { rm -rf \"$D\"; echo \"@refused $D cannot be written\"; exit 0; }";
    std::string body(make_place);
    body += R"sh(
[ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] && { echo "@refused it is in force already"; exit 0; }
)sh";
    body += dead_man::prepare_folder;
    body += "chmod 711 \"$D\"\n";
    body += files(style, unwritten);
    body += reading(style);
    body += fmt::format("cat > \"$D/try.sh\" {}",
        here_document("#!/bin/sh\n" + dead_man::places(id, dead_man_of(style)) + "[ -d \"$D\" ] || exit 0\n"
                + reading(style) + "running > \"$D/tried.new\" && mv \"$D/tried.new\" \"$D/tried\"\n",
            unwritten));
    body += R"sh(
running > "$D/seen"
if ! grep -q "^$WHOLE" "$D/seen"; then
  echo "@refused the switch's command line does not print its configuration when Linux asks it: $(sed 's/^[^|]*|//' "$D/seen" | head -n 1)"
  rm -rf "$D"
  exit 0
fi
said=$(start_timer rocelint-rehearsal-$$ 1 "$D/try.sh" 2>&1 6<&-) \
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
    return switch_script(id, style, body);
}

std::string note_script(std::string_view id, const LinuxStyle& style)
{
    return switch_script(id, style, reading(style) + R"sh(
[ -d "$D" ] || { echo @late; exit 0; }
running > "$D/after.new"
lock_end
if [ "$(cat "$T/current" 2>/dev/null)" != "$ID" ] || [ -e "$D/taken" ]; then
  echo @late
elif grep -q "^$WHOLE" "$D/after.new"; then
  mv "$D/after.new" "$D/after" && echo @noted
fi
true)sh");
}

std::string pending_script(const LinuxStyle& style)
{
    return switch_script("none",
        style,
        std::string(dead_man::one_at_a_time) + std::string(dead_man::forget_unarmed)
            + std::string(dead_man::tell_current));
}

std::string confirm_script(std::string_view id, const LinuxStyle& style)
{
    return switch_script(id,
        style,
        std::string(dead_man::one_at_a_time) + std::string(dead_man::stop_if_busy)
            + dead_man::confirm("before after undo*"));
}

std::string abandon_script(std::string_view id, const LinuxStyle& style)
{
    // After a restart it is the unit for it that waits and tries. When the timer has had its time, no one tries
    // again.
    constexpr std::string_view unfinished = R"sh(
      trying=
      is_armed && trying=yes
      [ -n "$U" ] && systemctl is-active "${U##*/}" 2>/dev/null | grep -q -E '^(activating|active)' && trying=yes
      if [ -n "$trying" ] || ! grep -q "^$WHOLE" "$D/now"; then
        echo "@failed $(tail -n 1 "$D/log" 2>/dev/null)"
        [ -n "$trying" ] && echo @armed
        exit 0
      fi
      note_left
      echo partly > "$D/result"
      rm -f "$D/back.sh"
)sh";
    // The rest may have been put right since.
    constexpr std::string_view remains = R"sh(
if [ "$(cat "$D/result" 2>/dev/null)" = partly ]; then
  running > "$D/now.new"
  grep -q "^$WHOLE" "$D/now.new" && mv "$D/now.new" "$D/now" && note_left
  [ -s "$D/left" ] && { echo "@partly $(grep -c '' "$D/left") $(head -n 1 "$D/left")"; exit 0; }
fi
)sh";
    return switch_script(id,
        style,
        reading(style) + std::string(note_left) + std::string(dead_man::one_at_a_time)
            + std::string(dead_man::stop_if_busy) + dead_man::abandon(unfinished, remains));
}

std::string forget_script(std::string_view id, const LinuxStyle& style)
{
    return switch_script(id, style, R"sh([ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] || rm -rf "$D"
echo @forgotten)sh");
}

}
