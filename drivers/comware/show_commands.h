// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::comware {

/// Commands that show on the device what the rules judge (H3C S9825 & S9855 Switch Series Command References-R913x-6W101,
/// PFC commands; H3C S6300 Switch Series Command References-Release 243x-6W100, QoS commands; H3C S6805 & S6825 & S6850 &
/// S9850 & S9820 RDMA Technical Reference-6W100).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK WD",
        "display priority-flow-control interface",
        "mode and priorities of each port, and its PFC frames"},
    {"HDR BUF",
        "display buffer usage interface HundredGigE1/0/1 verbose",
        "the use of buffers and headroom of a port"},
    {"QOS", "display qos map-table", "the classes and the 802.1p values of DSCPs"},
    {"QOS", "display qos trust interface HundredGigE1/0/1", "which field a port goes by"},
    {"ECN CC", "display qos wred interface HundredGigE1/0/1", "the WRED table of a port"},
    {"ECN CC", "display packet-drop interface HundredGigE1/0/1", "the packets that a port dropped, and why"},
    {"ETS", "display qos queue wrr interface HundredGigE1/0/1", "how the queues of a port are served"},
    {"LB", "display ip load-sharing mode", "what the switch hashes"},
    {"LNK MTU", "display interface HundredGigE1/0/1", "speed, largest frame and errors of a port"},
    {"TOP", "display lldp neighbor-information list", "which port of which device is at the other end"},
    {"HDR", "display version", "the model, whose cells are the unit of thresholds and headroom"},
};

}
