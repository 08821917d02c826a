// SPDX-License-Identifier: Apache-2.0
// What is confirmed is saved, in plain sh, and is read back from the file.
#include "drivers/sonic/live_programs.h"
#include "drivers/sonic/live_script_parts.h"
#include "drivers/sonic/live_scripts.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint::sonic {
namespace {

// `config save` empties the file before it fills it (config/main.py), and a switch without room for it would boot without any
// configuration. A copy makes sure that there is room, and comes back where saving fails.
constexpr std::string_view save_whole = R"sh(save_whole() {
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

}

std::string persist_script(std::string_view id)
{
    return whole_script(id,
        fmt::format(R"sh([ -e "$T/current" ] && {{ echo "@current $(cat "$T/current")"; exit 0; }}
{}save_whole || exit 0
if sonic-cfggen -d --print-data | /usr/bin/python3 -I -S -c {} "$R/etc/sonic/config_db.json"; then
  rm -rf "$D"
  echo @saved
else
  echo @differs
fi)sh",
            save_whole,
            shell_word(compare_program())));
}

// What daemons write into CONFIG_DB by themselves need not be in the file.
std::string save_again_script()
{
    const std::string same = fmt::format("sonic-cfggen -d --print-data | /usr/bin/python3 -I -S -c {} "
                                         "\"$R/etc/sonic/config_db.json\" {}",
        shell_word(compare_program()),
        fmt::join(tables_of_daemons, " "));
    return whole_script("none",
        fmt::format("if {}; then echo @saved; exit 0; fi\n{}save_whole || exit 0\nif {}; then echo @saved; "
                    "else echo @differs; fi",
            same,
            save_whole,
            same));
}

}
