// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::vrp {

/// Commands that show on the device what the rules judge (Huawei CloudEngine 8800 and 6800 Series V300R023C00 Command
/// Reference).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK",
        "display dcb pfc interface 100GE1/0/1",
        "profile, mode and priorities of a port, and the PFC frames of each queue"},
    {"PFC", "display dcb pfc-profile", "the priorities and times of each PFC profile"},
    {"HDR BUF", "display dcb pfc buffer interface 100GE1/0/1", "the thresholds of each PFC queue of a port"},
    {"HDR", "display qos headroom-usage", "how much of the headroom buffer is used"},
    {"QOS", "display diffserv domain name default", "the maps of a DiffServ domain"},
    {"ECN CC", "display drop-profile", "the marking and dropping thresholds of each profile"},
    {"ETS QOS", "display qos queue statistics interface 100GE1/0/1", "packets and drops of each queue"},
    {"DCB", "display dcb interface 100GE1/0/1", "DCBX as a port and its peer exchanged it"},
    {"LB", "display load-balance ecmp", "what the switch hashes"},
    {"LNK MTU", "display interface 100GE1/0/1", "speed, FEC, largest frame and errors of a port"},
    {"TOP", "display lldp neighbor brief", "which port of which device is at the other end"},
};

}
