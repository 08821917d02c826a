// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sonic {

/// Driver::counter_commands; see read/counter_tables.cpp.
inline constexpr CounterCommand counter_commands[]{
    {"show pfc counters", "show_pfc_counters.txt"},
    {"show queue counters", "show_queue_counters.txt"},
    {"show queue wredcounters", "show_queue_wredcounters.txt"},
    {"show priority-group drop counters", "show_priority-group_drop_counters.txt"},
    {"show priority-group watermark headroom", "show_priority-group_watermark_headroom.txt"},
    {"show pfcwd stats", "show_pfcwd_stats.txt"},
};

}
