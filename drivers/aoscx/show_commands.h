// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::aoscx {

/// Commands that show on the device what the rules judge (AOS-CX 10.18.xxxx Quality of Service Guide and 10.11
/// Fundamentals Guide).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK WD",
        "show interface 1/1/1 flow-control detail",
        "priorities of a port, its PFC frames and its watchdog"},
    {"HDR BUF",
        "show interface 1/1/1 qos buffers",
        "fill and limits of each priority of a port, and the cable length"},
    {"HDR BUF PFC", "show qos pool", "the lossless pools and the headroom that ports take of them"},
    {"QOS", "show interface 1/1/1 qos", "trust and profiles of a port"},
    {"QOS", "show qos dscp-map", "the local priority of each DSCP"},
    {"PFC QOS", "show qos cos-map", "the local priority of each 802.1p code point, on which PFC acts"},
    {"QOS ETS", "show qos queue-profile FABRIC-QUEUES", "the queue of each local priority"},
    {"ETS", "show qos schedule-profile FABRIC-SHARES", "how each queue is served"},
    {"ECN CC", "show qos threshold-profile RDMA-ECN", "the marking thresholds of each queue"},
    {"ETS QOS ECN", "show interface 1/1/1 queues", "packets and drops of each queue"},
    {"DCB", "show dcbx interface 1/1/1", "DCBX as a port and its peer exchanged it"},
    {"LNK MTU", "show interface 1/1/1", "speed, FEC, MTU and errors of a port"},
    {"TOP", "show lldp neighbor-info", "which port of which device is at the other end"},
};

}
