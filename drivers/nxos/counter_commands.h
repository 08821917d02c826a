// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::nxos {

/// Driver::counter_commands; see shown_counters.cpp.
inline constexpr CounterCommand counter_commands[]{
    {"show interface priority-flow-control | json", "pfc.json"},
    {"show queuing interface | json", "queuing.json"},
    {"show queuing pfc-queue detail", "watchdog.txt"},
};

}
