// SPDX-License-Identifier: Apache-2.0
// The shell reads a script from its standard input, and commands in the script would read from there too.
#include "drivers/sonic/live/live_script_parts.h"

#include <fmt/format.h>

namespace rocelint::sonic {

std::string whole_script(std::string_view id, std::string_view body)
{
    return fmt::format("{{\numask 077\nR=${{ROCELINT_DEVICE_ROOT-}}\nT=$R/var/lib/rocelint\nD=$T/{}\n{}\n"
                       "exit\n}} </dev/null\n",
        id,
        body);
}

}
