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
    return whole_script("none",
        style,
        std::string(can_run_by_systemd) + R"sh(
by_systemd && echo @timer
for tool in script flock setsid awk comm cmp systemctl; do command -v $tool >/dev/null || echo "@missing $tool"; done
)sh" + std::string(dead_man::one_at_a_time)
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
  [ -d "$old" ] && [ "${old##*/}" != "$(cat "$T/current" 2>/dev/null)" ] || continue
  # Confirmed, and to be saved next: unless the switch has restarted since.
  [ -e "$old/confirmed" ] && [ "$(cat "$old/boot" 2>/dev/null)" = "$(cat "$R/proc/sys/kernel/random/boot_id" 2>/dev/null)" ] && continue
  rm -rf "$old"
done
mkdir "$D" && chmod 711 "$D" || { echo "@refused $D cannot be written"; exit 0; }
)sh";
    body += files(style, unwritten);
    body += reading(style);
    body += fmt::format("cat > \"$D/try.sh\" {}",
        here_document("#!/bin/sh\n" + places(id, style) + "[ -d \"$D\" ] || exit 0\n" + reading(style)
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
    return whole_script(id, style, body);
}

std::string note_script(std::string_view id, const LinuxStyle& style)
{
    return whole_script(id, style, reading(style) + R"sh(
[ -d "$D" ] || { echo @late; exit 0; }
running > "$D/after.new"
exec 8>>"$D/lock"
flock 8
if [ "$(cat "$T/current" 2>/dev/null)" != "$ID" ] || [ -e "$D/taken" ]; then
  echo @late
elif grep -q "^$WHOLE" "$D/after.new"; then
  mv "$D/after.new" "$D/after" && echo @noted
fi
true)sh");
}

std::string pending_script(const LinuxStyle& style)
{
    return whole_script("none",
        style,
        std::string(dead_man::one_at_a_time) + std::string(forget_unarmed)
            + "[ -e \"$T/current\" ] && echo \"@current $(cat \"$T/current\")\"\necho @asked");
}

std::string confirm_script(std::string_view id, const LinuxStyle& style)
{
    return whole_script(id,
        style,
        std::string(dead_man::disarm) + std::string(dead_man::one_at_a_time)
            + dead_man::confirm(id, "before after undo*"));
}

std::string abandon_script(std::string_view id, const LinuxStyle& style)
{
    return whole_script(id,
        style,
        reading(style) + std::string(note_left) + std::string(dead_man::disarm)
            + std::string(dead_man::one_at_a_time) + R"sh(
if [ "$(cat "$T/current" 2>/dev/null)" = "$ID" ]; then
  rm -f "$D/confirmed"
  if [ -e "$D/job" ] || [ -e "$D/taken" ]; then
    setsid -w /bin/sh "$D/back.sh" now > /dev/null 2>&1 7<&-
    if [ ! -e "$D/result" ]; then
      trying=
      is_armed && trying=yes
      # After a restart it is this one that waits and tries.
      systemctl is-active rocelint-deadman-boot.service 2>/dev/null | grep -q -E '^(activating|active)' && trying=yes
      if [ -n "$trying" ] || ! grep -q "^$WHOLE" "$D/now"; then
        echo "@failed $(tail -n 1 "$D/log" 2>/dev/null)"
        [ -n "$trying" ] && echo @armed
        exit 0
      fi
      # The timer has had its time, and nobody tries again.
      note_left
      echo partly > "$D/result"
      rm -f "$D/back.sh"
    fi
  fi
  disarm
  forget_boot
  [ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] && rm -f "$T/current"
elif [ -e "$D/confirmed" ] && [ "$(cat "$D/boot" 2>/dev/null)" = "$(cat "$R/proc/sys/kernel/random/boot_id" 2>/dev/null)" ]; then
  echo @confirmed
  exit 0
fi
# Somebody may have put the rest right since.
if [ "$(cat "$D/result" 2>/dev/null)" = partly ]; then
  running > "$D/now.new"
  grep -q "^$WHOLE" "$D/now.new" && mv "$D/now.new" "$D/now" && note_left
  [ -s "$D/left" ] && { echo "@partly $(grep -c '' "$D/left") $(head -n 1 "$D/left")"; exit 0; }
fi
rm -rf "$D"
echo @restored)sh");
}

std::string forget_script(std::string_view id, const LinuxStyle& style)
{
    return whole_script(id, style, R"sh([ "$(cat "$T/current" 2>/dev/null)" = "$ID" ] || rm -rf "$D"
echo @forgotten)sh");
}

}
