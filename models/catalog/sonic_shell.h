// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Shell and Python snippets that check the state of a SONiC switch, whatever command line it has.
namespace rocelint::catalog {

/// A sh function `settled` that succeeds once a restart is over. A warm restart, and since 202305 a fast
/// restart, begins with the CONFIG_DB from before the restart (sonic-utilities scripts/fast-reboot,
/// backup_database; sonic-buildimage files/build_templates/docker_image_ctl.j2, preStartAction of the
/// database), waits up to five minutes for the services and saves CONFIG_DB (finalize-warmboot.sh). That save
/// would interfere with a rollback done earlier.
inline constexpr std::string_view sonic_settled = R"sh(
settled() {
  [ "$(sonic-db-cli CONFIG_DB GET CONFIG_DB_INITIALIZED 2>/dev/null)" = 1 ] || return 1
  for kind in WARM FAST; do
    [ "$(sonic-db-cli STATE_DB hget "${kind}_RESTART_ENABLE_TABLE|system" enable 2>/dev/null)" != true ] || return 1
  done
  ! systemctl is-active warmboot-finalizer.service 2>/dev/null | grep -q '^activating'
}
)sh";

/// A Python program that checks whether CONFIG_DB on standard input equals the file in the first argument,
/// ignoring volatile parts and the tables that further arguments name. Exit status: 0 if equal, 1 if
/// different, 2 if unknown. The volatile parts are those of drop_volatile() of the driver `sonic`.
inline constexpr std::string_view sonic_compare_program = R"py(
import json, sys
def stable(text):
    tables = json.loads(text)
    tables.pop("bgpraw", None)
    for row in tables.get("FLEX_COUNTER_TABLE", {}).values():
        row.pop("FLEX_COUNTER_DELAY_STATUS", None)
    return {name: rows for name, rows in tables.items() if rows and name not in sys.argv[2:]}
try:
    with open(sys.argv[1]) as file:
        sys.exit(0 if stable(file.read()) == stable(sys.stdin.read()) else 1)
except (OSError, ValueError) as problem:
    print(problem, file=sys.stderr)
    sys.exit(2)
)py";

}
