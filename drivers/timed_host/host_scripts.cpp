// SPDX-License-Identifier: Apache-2.0
// The lock on the folder of all transactions is held while a change is applied: a query that comes meanwhile,
// after a lost connection, waits for the outcome.
#include "drivers/timed_host/host_scripts.h"

#include "drivers/transport/script_answer.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::timed_host {
namespace {

// `older` prints the transaction that an earlier version of the program left in force: it marked it by a file
// `armed` or `taken` in its folder, which its back.sh renames, and wrote no file `lock` there.
constexpr std::string_view outcomes = R"sh(
older() {
  for state in "$T"/*/armed "$T"/*/taken; do
    [ -e "$state" ] && [ ! -e "${state%/*}/lock" ] || continue
    state=${state%/*}
    echo "${state##*/}"
    return
  done
}
waiting() {
  if [ -s "$T/current" ]; then
    cat "$T/current"
  elif [ -n "$(older)" ]; then
    older
  elif systemctl is-active --quiet $N.timer > /dev/null; then
    echo $N.timer
  fi
}
)sh";

std::string reasons()
{
    return fmt::format(R"sh(
refuse() {{ echo "@refused $1"; exit {}; }}
stuck() {{ echo "@stuck $1"; exit {}; }}
)sh",
        script_refused,
        script_stuck);
}

dead_man::Undo undo_of(const HostSteps& steps)
{
    return {.parts = steps.parts,
        .body
        = fmt::format("said=\n{} || failed \"$said\"\nended whole \"{}\"\n", steps.roll_back, steps.files)};
}

}

std::string host_script(std::string_view id, const HostSteps& steps, std::string_view body)
{
    return dead_man::script(
        id, steps.dead_man, reasons() + steps.parts + std::string(outcomes) + std::string(body));
}

std::string_view refuse_others()
{
    return R"sh(
other=$(waiting)
[ -z "$other" ] || [ "$other" = "$ID" ] || refuse "the change of another user is awaiting confirmation: $other"
)sh";
}

std::string file_script(std::string_view name, std::string_view text)
{
    // A here-document always ends with a line feed.
    const std::string unwritten = fmt::format("|| refuse \"$D/{} cannot be written\"", name);
    const std::size_t last = text.ends_with('\n') ? text.size() : text.rfind('\n') + 1;
    std::string written
        = fmt::format("cat > \"$D/{}\" {}", name, here_document(text.substr(0, last), unwritten));
    if (last < text.size())
        written
            += fmt::format("printf %s {} >> \"$D/{}\" {}\n", shell_word(text.substr(last)), name, unwritten);
    return written;
}

std::string stage_script(std::string_view id, const HostSteps& steps, std::string_view body)
{
    // A confirmed transaction with this name has been undone since, and is now made again.
    return host_script(id,
        steps,
        R"sh(
[ "$(cat "$T/current" 2>/dev/null)" != "$ID" ] && [ "$(older)" != "$ID" ] || refuse 'a transaction of this name is in force'
rm -rf "$D"
mkdir -p "$D" || refuse "$D cannot be made"
)sh" + dead_man::write_undo(id, steps.dead_man, undo_of(steps), "refuse")
            + std::string(body) + ": > \"$D/staged\"\n");
}

std::string commit_script(std::string_view id, const HostSteps& steps, std::chrono::seconds window)
{
    std::string body = "[ -e \"$D/staged\" ] || refuse 'nothing is staged'\n";
    body += dead_man::one_at_a_time;
    body += dead_man::forget_unarmed;
    body += R"sh(
[ -n "$locked" ] || refuse 'another change is being made'
[ -z "$(waiting)" ] || refuse 'the change of another user is awaiting confirmation'
claim || refuse "$T/current cannot be written"
give_up() { disarm; forget_boot; rm -f "$D/job" "$T/current"; refuse "$1"; }
mark_boot
)sh";
    body += steps.prepare;
    if (!steps.dead_man.boot_unit.empty())
        body += dead_man::remember_boot(steps.dead_man, "give_up");
    // The timer waits for what is being applied.
    body += fmt::format(R"sh(
hold_apply || give_up "$D cannot be locked"
arm {} || give_up "the timer that would roll the change back does not run: $(tail -n 1 "$D/arm.log")"
rm -f "$D/staged"
deadline={}
said=
if {} && [ ! -e "$D/taken" ]; then
  echo @applied
  exit 0
fi
why=$said
[ ! -e "$D/taken" ] || why='it took longer than the window'
exec 9>&-
roll_back
[ -e "$D/result" ] || stuck "$why, and what was made before it could not be rolled back: $(tail -n 1 "$D/log" 2>/dev/null)"
disarm
rm -rf "$D"
refuse "everything was rolled back: $why"
)sh",
        window.count(),
        std::max<long>(window.count() - 5, 1),
        steps.apply);
    return host_script(id, steps, body);
}

std::string pending_script(std::string_view id, const HostSteps& steps)
{
    return host_script(
        id, steps, std::string(dead_man::one_at_a_time) + std::string(dead_man::forget_unarmed) + R"sh(
other=$(waiting)
[ -z "$other" ] || echo "@current $other"
echo @asked
)sh");
}

std::string confirm_script(std::string_view id, const HostSteps& steps)
{
    const std::string check = fmt::format(R"sh(
said=
{} || refuse "$said"
)sh",
        steps.check.empty() ? "true" : steps.check);
    return host_script(
        id, steps, std::string(dead_man::one_at_a_time) + std::string(dead_man::stop_if_busy) + R"sh(
if [ "$(older)" = "$ID" ]; then
  mv "$D/armed" "$D/confirmed" 2>/dev/null || { echo @gone; exit 0; }
  echo systemd > "$D/job"
  disarm || { mv "$D/confirmed" "$D/armed"; echo @still; exit 0; }
  forget_boot
fi
)sh" + dead_man::confirm(steps.files, check));
}

std::string abandon_script(std::string_view id, const HostSteps& steps)
{
    return host_script(
        id, steps, std::string(dead_man::one_at_a_time) + std::string(dead_man::stop_if_busy) + R"sh(
if [ "$(older)" = "$ID" ]; then
  setsid -w /bin/sh "$D/back.sh" > /dev/null 2>&1 7<&-
  [ -e "$D/back" ] || { echo "@failed $(tail -n 1 "$D/log")"; exit 0; }
  echo systemd > "$D/job"
  disarm
fi
)sh" + dead_man::abandon());
}

}
