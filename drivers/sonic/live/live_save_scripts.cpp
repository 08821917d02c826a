// SPDX-License-Identifier: Apache-2.0
// Saves a confirmed change, in plain sh, and reads the file back to verify it.
#include "drivers/sonic/live/live_programs.h"
#include "drivers/sonic/live/live_script_parts.h"
#include "drivers/sonic/live/live_scripts.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocelint::sonic {

std::string persist_script(std::string_view id)
{
    return switch_script(id,
        fmt::format(R"sh([ -e "$T/current" ] && {{ echo "@current $(cat "$T/current")"; exit 0; }}
{}save_whole || exit 0
if sonic-cfggen -d --print-data | /usr/bin/python3 -I -S -c {} "$R/etc/sonic/config_db.json"; then
  rm -rf "$D"
  echo @saved
else
  echo @differs
fi)sh",
            save_whole,
            shell_word(compare_program)));
}

// The file need not contain what daemons write into CONFIG_DB by themselves.
std::string save_again_script()
{
    const std::string same = fmt::format("sonic-cfggen -d --print-data | /usr/bin/python3 -I -S -c {} "
                                         "\"$R/etc/sonic/config_db.json\" {}",
        shell_word(compare_program),
        fmt::join(tables_of_daemons, " "));
    return switch_script("none",
        fmt::format("if {}; then echo @saved; exit 0; fi\n{}save_whole || exit 0\nif {}; then echo @saved; "
                    "else echo @differs; fi",
            same,
            save_whole,
            same));
}

}
