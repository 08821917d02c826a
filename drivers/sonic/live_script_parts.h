// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/script_answer.h"

#include <string>
#include <string_view>

/// What scripts for the switch have in common.
namespace rocelint::sonic {

/// The whole script is read before it runs, so that no command in it reads the rest. ROCELINT_DEVICE_ROOT is set on no
/// device: it is where the emulators of our tests keep the device's files. The transaction's folder is $D, that of all $T.
[[nodiscard]] std::string whole_script(std::string_view id, std::string_view body);

/// `config` writes CONFIG_DB row by row; two of them at once mix. reload.lock is SYSTEM_RELOAD_LOCK of config/main.py.
inline constexpr std::string_view tell_updaters = R"sh(
[ -e "$R/etc/sonic/reload.lock" ] && ! flock -n "$R/etc/sonic/reload.lock" true && echo @locked
pgrep -af '[/ ](config (apply-patch|replace|rollback|reload|load|load_minigraph|load_mgmt_config|override-config-table|qos)|gcu-standalone|db_migrator.py)( |$)' | sed 's/^/@updater /'
)sh";

/// `config save` empties the file before it fills it (config/main.py), and a switch without room for it would boot without any
/// configuration. A copy makes sure that there is room, and comes back where saving fails.
inline constexpr std::string_view save_whole = R"sh(save_whole() {
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

/// Beside can_run_by_systemd.
inline constexpr std::string_view can_run_by_at
    = "by_at() { command -v at >/dev/null && command -v atq >/dev/null && command -v atrm >/dev/null; }\n";

}
