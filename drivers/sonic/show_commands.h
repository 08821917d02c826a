// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sonic {

/// Commands that show on the device what the rules judge (sonic-net/sonic-utilities, doc/Command-Reference.md and
/// show/main.py, branch 202411).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK", "show pfc priority", "the priorities that each port pauses"},
    {"PFC", "show pfc counters", "the PFC frames that each port received and sent, by priority"},
    {"WD", "pfcwd show config", "interval, times and action of the watchdog"},
    {"WD", "pfcwd show stats", "the queues that the watchdog found stuck"},
    {"QOS",
        "sonic-db-cli CONFIG_DB hgetall 'DSCP_TO_TC_MAP|AZURE'",
        "the map from DSCP to traffic classes, here the one called AZURE"},
    {"QOS PFC ETS", "sonic-db-cli CONFIG_DB hgetall 'PORT_QOS_MAP|Ethernet0'", "the maps that a port uses"},
    {"ECN CC", "ecnconfig -l", "the marking thresholds of each profile"},
    {"BUF HDR", "show buffer information", "the pools and profiles in force"},
    {"BUF HDR", "show buffer configuration", "the pools and profiles as configured"},
    {"HDR",
        "show priority-group persistent-watermark headroom",
        "how much headroom each priority group has ever used"},
    {"LNK MTU", "show interfaces status", "MTU, speed, FEC and state of each port"},
    {"TOP", "show lldp neighbors", "which port of which device is at the other end"},
};

}
