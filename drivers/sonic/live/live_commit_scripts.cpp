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
is_same_boot || restarted=yes
if [ -n "$restarted" ]; then
  turn=0
  until settled || [ $turn -ge 180 ]; do turn=$((turn + 1)); sleep 5; done
fi
)sh";

// The dead-man. It restores the pre-image in the same way as `config rollback`
// (FileSystemConfigRollbacker.rollback is ConfigReplacer.replace of the checkpoint, generic_updater.py), and
// by loading it if that is refused or stops in the middle. It writes config_db.json only after a restart,
// which may have saved the change. Two updaters at the same time would mix their rows, so it waits long for
// one that is still at work.
dead_man::Undo undo_of_change()
{
    dead_man::Undo undo;
    undo.parts = std::string(save_whole) + std::string(catalog::sonic_settled) + std::string(after_restart);
    undo.patience = std::chrono::seconds(900);
    undo.body = fmt::format(
        R"sh(same() {{ sonic-cfggen -d --print-data 9>&- | /usr/bin/python3 -I -S -c {} "$D/before.json" 9>&-; }}
in_force_is() {{ sonic-cfggen -d --print-data 9>&- | /usr/bin/python3 -I -S -c {} "$1" {} 9>&-; }}
if [ "${{1-}}" = boot ] && [ -e "$D/after.json" ] && ! same && ! in_force_is "$D/after.json"; then
  failed "after the restart it runs neither what it did before nor the change"
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
same || failed
[ -z "$restarted" ] || in_force_is "$R/etc/sonic/config_db.json" || save_whole >> "$D/log" 2>&1 9>&-
ended $how "before.json after.json target.json patch.json"
)sh",
        shell_word(compare_program),
        shell_word(compare_program),
        fmt::join(tables_of_daemons, " "));
    return undo;
}

}

std::string commit_script(const Apply& apply)
{
    const auto seconds = apply.window.count();
    std::string body(dead_man::can_run_by_systemd);
    body += can_run_by_at;
    body += R"sh(
mkdir -p "$T" && chmod 700 "$T" || { echo "@refused $T cannot be written"; exit 0; }
)sh";
    body += dead_man::one_at_a_time;
    body += dead_man::refuse_if_busy;
    body += R"sh(
claim || { [ -s "$T/current" ] && echo "@other $(cat "$T/current")" || echo "@refused $T/current cannot be written"; exit 0; }
give_up() { disarm; forget_boot; rm -rf "$D"; rm -f "$T/current"; echo "@refused $*"; exit 0; }
rm -rf "$D"
mkdir "$D" && mark_boot || give_up "$T cannot be written"
)sh";
    constexpr std::string_view unwritten = "|| give_up \"$D cannot be written\"";
    body += dead_man::write_undo(apply.id, dead_man_style, undo_of_change(), "give_up");
    body += fmt::format("cat > \"$D/{}\" {}",
        apply.patch.empty() ? "target.json" : "patch.json",
        here_document(apply.patch.empty() ? apply.target : apply.patch, unwritten));
    body += fmt::format("( {} ) > \"$D/updaters\" {}\n", tell_updaters, unwritten);
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
  arm {} || give_up "the timer that would roll the change back does not run: $(tail -n 1 "$D/arm.log")"
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
    body += fmt::format("if by_systemd; then\n{}fi\n", dead_man::remember_boot(dead_man_style, "give_up"));
    // The command continues if our connection ends, and its output
    // goes to a file, because the connection may be gone. From here on the lock on $D/apply.lock counts.
    body += fmt::format(R"sh(
exec 7<&-
apply_alone /bin/sh -c '{} > "$1/apply.log" 2>&1; rc=$?; sonic-cfggen -d --print-data > "$1/after.new" && mv "$1/after.new" "$1/after.json"; echo $rc > "$1/rc"' rocelint "$D"
if [ -e "$D/taken" ]; then
  wait_for_apply
  if [ -e "$D/result" ]; then echo @late; rm -rf "$D"; else echo @broken; fi
elif [ "$(cat "$D/rc")" = 0 ]; then
  echo @applied
else
  roll_back
  if [ -e "$D/result" ]; then disarm; echo @taken-back; else echo @broken; fi
  echo @data
  cat "$D/apply.log"
  [ -e "$D/result" ] && rm -rf "$D"
fi)sh",
        apply.patch.empty() ? "config reload -y -f \"$1/target.json\""
                            : "config apply-patch \"$1/patch.json\"");
    return switch_script(apply.id, body);
}

std::string pending_script()
{
    return switch_script("none", std::string(dead_man::one_at_a_time) + std::string(dead_man::tell_current));
}

std::string confirm_script(std::string_view id)
{
    return switch_script(id,
        std::string(dead_man::one_at_a_time) + std::string(dead_man::stop_if_busy)
            + dead_man::confirm("before.json after.json target.json patch.json apply.log"));
}

std::string abandon_script(std::string_view id)
{
    return switch_script(
        id, std::string(dead_man::one_at_a_time) + std::string(dead_man::stop_if_busy) + dead_man::abandon());
}

}
