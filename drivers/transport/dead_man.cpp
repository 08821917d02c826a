// SPDX-License-Identifier: Apache-2.0
// The place of each file decides what survives a power cut or a kill, so this code exists once for all
// switches.
#include "drivers/transport/dead_man.h"

#include <fmt/format.h>

namespace rocelint::dead_man {

std::string remember_boot(std::string_view after)
{
    return fmt::format(R"sh(
cat > "$U" <<ROCELINT_END || give_up "$U cannot be written"
[Unit]
Description=rocelint: undoes a change that was not confirmed before the switch restarted
After={}
ConditionPathExists=$D/back.sh
[Service]
ExecStart=/bin/sh $D/back.sh boot
[Install]
WantedBy=multi-user.target
ROCELINT_END
said=$(systemctl enable rocelint-deadman-boot.service 2>&1)
[ "$(systemctl is-enabled rocelint-deadman-boot.service 2>/dev/null)" = enabled ] || give_up "the unit that would undo the change after a restart cannot be enabled: $said"
)sh",
        after);
}

std::string confirm(std::string_view id, std::string_view files)
{
    return fmt::format(R"sh(
[ -d "$D" ] || {{ echo @gone; exit 0; }}
mine=$(cat "$T/current" 2>/dev/null)
[ "$mine" != {0} ] && [ -e "$D/confirmed" ] && {{ echo @confirmed; exit 0; }}
[ "$mine" = {0} ] || {{ echo "@gone $(cat "$D/result" 2>/dev/null)"; exit 0; }}
exec 8>>"$D/lock"
flock 8
[ -e "$D/taken" ] && {{ echo @gone; exit 0; }}
: > "$D/confirmed"
exec 8>&-
if disarm; then
  # Before current, since the next change has a unit of the same name.
  forget_boot
  (cd "$D" && rm -f back.sh job {1})
  rm -f "$T/current"
  # A power cut brings none of it back.
  sync "$D" "$T" 2>/dev/null
  echo @confirmed
else
  rm -f "$D/confirmed"
  echo @still
fi)sh",
        id,
        files);
}

}
