// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::eos {

/// Driver::counter_commands; see shown_counters.cpp.
inline constexpr CounterCommand counter_commands[]{
    {"show priority-flow-control counters | json", "pfc.json"},
    {"show interfaces priority-flow-control counters detail | json", "pfc-detail.json"},
    {"show priority-flow-control counters watchdog | json", "watchdog.json"},
    {"show qos interfaces ecn counters queue | json", "ecn.json"},
    {"show interfaces counters queue detail", "queues.txt"},
};

}
