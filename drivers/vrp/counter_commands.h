// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::vrp {

/// Driver::counter_commands; see shown_state.cpp. The statistics of queues need the name of each port.
inline constexpr CounterCommand counter_commands[]{
    {"display dcb pfc", "pfc.txt"},
};

}
