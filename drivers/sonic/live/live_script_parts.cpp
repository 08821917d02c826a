// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic/live/live_script_parts.h"

namespace rocelint::sonic {

std::string switch_script(std::string_view id, std::string_view body)
{
    return dead_man::script(id, dead_man_style, body);
}

}
