// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::os10 {

/// Commands that show on the device what the rules judge (Dell SmartFabric OS10 User Guide, Release 10.5.x, Priority
/// flow control, Quality of service, DCBX and LLDP commands).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK",
        "show interface ethernet1/1/1 priority-flow-control details",
        "whether PFC runs on a port, for which priorities, and its frames"},
    {"QOS ETS", "show qos interface ethernet1/1/1", "trust and policies of a port"},
    {"QOS", "show qos maps", "the trust maps in force"},
    {"ECN CC", "show qos wred-profile", "the marking thresholds of each profile"},
    {"BUF HDR",
        "show qos ingress buffers interface ethernet1/1/1",
        "size and thresholds of each priority group of a port"},
    {"ETS", "show queuing statistics interface ethernet1/1/1", "packets and drops of each queue"},
    {"DCB", "show lldp dcbx interface ethernet1/1/1", "DCBX as a port and its peer exchanged it"},
    {"LNK MTU", "show interface ethernet1/1/1", "MTU, speed, state and errors of a port"},
    {"TOP", "show lldp neighbors", "which port of which device is at the other end"},
};

}
