// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/dead_man.h"
#include "drivers/transport/script_answer.h"

#include <string>
#include <string_view>

/// Parts shared by the scripts for the switch.
namespace rocelint::sonic {

/// The switch's dead-man. A restart may keep CONFIG_DB, so its files survive one. at(1) keeps its jobs over a
/// restart.
inline constexpr dead_man::Style dead_man_style{.folder = "/var/lib/rocelint",
    .boot_unit = "rocelint-deadman-boot",
    .boot_order = "After=database.service config-setup.service"};

/// A script for the switch (dead_man::script).
[[nodiscard]] std::string switch_script(std::string_view id, std::string_view body);

/// Reports running updaters. `config` writes CONFIG_DB row by row, so two runs at once would mix their rows.
/// reload.lock is SYSTEM_RELOAD_LOCK of config/main.py.
inline constexpr std::string_view tell_updaters = R"sh(
[ -e "$R/etc/sonic/reload.lock" ] && ! flock -n "$R/etc/sonic/reload.lock" true && echo @locked
pgrep -af '[/ ](config (apply-patch|replace|rollback|reload|load|load_minigraph|load_mgmt_config|override-config-table|qos)|gcu-standalone|db_migrator.py)( |$)' | sed 's/^/@updater /'
)sh";

/// `config save` empties the file before it fills it (config/main.py), so a
/// switch whose flash is full would boot without a configuration. Making a copy
/// first proves that there is room; if saving fails, the copy is restored.
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

/// Like dead_man::can_run_by_systemd, for at.
inline constexpr std::string_view can_run_by_at
    = "by_at() { command -v at >/dev/null && command -v atq >/dev/null && command -v atrm >/dev/null; }\n";

}
