// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::iosxr {

/// Commands that show on the router what the rules judge (Modular QoS Configuration Guide and Command Reference for Cisco
/// 8000 Series Routers).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK WD EVD",
        "show controllers FourHundredGigE0/0/0/0 priority-flow-control",
        "PFC of a port, its pause frames by traffic class, and its watchdog"},
    {"HDR BUF ECN",
        "show hw-module profile priority-flow-control location 0/RP0/CPU0",
        "pause thresholds, headroom and marking of each traffic class of a location"},
    {"QOS ETS ECN",
        "show qos interface FourHundredGigE0/0/0/0 output",
        "how the virtual output queues towards a port are served and mark"},
    {"QOS", "show policy-map interface FourHundredGigE0/0/0/0 input", "the packets of each class of a port"},
    {"QOS ETS", "show running-config policy-map", "the policies"},
    {"MTU LNK", "show interfaces FourHundredGigE0/0/0/0", "MTU and errors of a port"},
    {"LNK", "show controllers FourHundredGigE0/0/0/0 phy", "FEC and bit errors of a port"},
    {"TOP", "show lldp neighbors detail", "which port of which device is at the other end"},
};

}
