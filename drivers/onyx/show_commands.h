// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::onyx {

/// Commands that show on the device what the rules judge (NVIDIA Onyx User Manual v3.10.4606, RoCE, QoS, Priority
/// Flow Control, Shared Buffers and Ethernet Interfaces).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK",
        "show dcb priority-flow-control",
        "the priorities that are paused, and the ports on which PFC is on"},
    {"QOS", "show qos interface ethernet 1/1", "trust, and the maps from DSCP and PCP to switch priorities"},
    {"QOS ECN CC ETS PFC BUF",
        "show roce",
        "trust, marking thresholds, traffic classes and pools of the RoCE mode"},
    {"ETS", "show dcb ets", "the service of the traffic classes"},
    {"BUF HDR",
        "show buffers details interfaces ethernet 1/1",
        "size, thresholds and switch priorities of each buffer of a port"},
    {"LNK MTU", "show interfaces ethernet 1/1", "MTU, speed, state and errors of a port"},
};

}
