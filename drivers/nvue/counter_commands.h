// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::nvue {

/// Prints a transcript: ethtool's statistics of each front port.
inline constexpr std::string_view counter_script = R"sh(host=$(uname -n)
for at in /sys/class/net/swp*; do
    [ -e "$at" ] || continue
    echo "cumulus@$host:~$ ethtool -S ${at##*/}"
    ethtool -S "${at##*/}"
done
)sh";

/// Driver::counter_commands; see counters.cpp.
inline constexpr CounterCommand counter_commands[]{
    {counter_script, "counters.txt"},
};

}
