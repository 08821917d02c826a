// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sonic_cli {

/// Commands that show on the device what the rules judge (Enterprise SONiC Distribution by Dell Technologies User
/// Guide, Release 4.x; SONiC management framework, industry standard CLI reference).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK",
        "show qos interface Eth 1/1",
        "the maps of a port, its PFC priorities and whether it is asymmetric"},
    {"PFC",
        "show qos interface Eth 1/1 priority-flow-control statistics",
        "the PFC frames that a port received and sent, by priority"},
    {"WD", "show priority-flow-control watchdog", "interval, times and action of the watchdog"},
    {"QOS", "show qos map dscp-tc", "the maps from DSCP to traffic classes"},
    {"QOS ETS", "show qos map tc-queue", "the maps from traffic classes to queues"},
    {"QOS PFC HDR", "show qos map tc-pg", "the maps from traffic classes to priority groups"},
    {"PFC", "show qos map pfc-priority-queue", "which queue a PFC frame pauses"},
    {"ECN CC", "show qos wred-policy", "the marking thresholds of each policy"},
    {"ETS", "show qos scheduler-policy", "type and weight of each queue"},
    {"BUF HDR", "show buffer profile", "size and thresholds of each profile"},
    {"BUF", "show buffer pool", "size and mode of each pool"},
    {"LB", "show ip load-share", "what the switch hashes"},
    {"LNK MTU", "show interface Eth 1/1", "MTU, speed, state and errors of a port"},
    {"LNK", "show interface fec status", "the FEC in force"},
    {"TOP", "show lldp neighbor", "which port of which device is at the other end"},
};

}
