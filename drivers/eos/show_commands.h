// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::eos {

/// Commands that show on the device what the rules judge (Arista EOS User Manual: Quality of Service, DCBX and Flow
/// Control, Ethernet Ports, LLDP).
inline constexpr ShowCommand show_commands[]{
    {"PFC WD DLK",
        "show priority-flow-control status",
        "the priorities that each port pauses, and the watchdog in force"},
    {"PFC", "show priority-flow-control counters", "the PFC frames that each port received and sent"},
    {"WD", "show priority-flow-control counters watchdog", "the queues that the watchdog found stuck"},
    {"QOS ETS",
        "show qos maps",
        "the maps from DSCP and CoS to traffic classes, and from these to transmit queues"},
    {"QOS ETS DLK", "show qos interfaces Ethernet1/1", "trust, and rate and service of each transmit queue"},
    {"ECN CC", "show qos interfaces ecn", "the marking thresholds of each transmit queue"},
    {"DCB", "show dcbx", "DCBX as each port and its peer exchanged it"},
    {"LNK MTU", "show interfaces Ethernet1/1", "MTU, speed, state and errors of a port"},
    {"LNK", "show interfaces phy detail", "the FEC in force"},
    {"TOP", "show lldp neighbors detail", "which port of which device is at the other end"},
};

}
