// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::srlinux {

/// Commands that show on the device what the rules judge. `info from state` shows what the modules of SR Linux 25.3.1 name.
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK WD HDR",
        "info from state qos interfaces interface ethernet-1/1 pfc",
        "whether PFC is on, its frames by priority, what it dropped, and recoveries of the watchdog"},
    {"PFC QOS WD",
        "info from state qos pfc-mapping-profile RDMA",
        "which classes and priorities a profile pauses"},
    {"HDR BUF", "info from state qos linecard 1", "the size of the reserve for PFC in bytes"},
    {"HDR BUF ECN",
        "info from state qos buffer-management",
        "limits of queues and of PFC queues, and marking slopes"},
    {"QOS", "info from state qos classifiers dscp-policy RDMA", "the forwarding class of each DSCP"},
    {"QOS ETS", "info from state qos forwarding-classes", "the queue of each forwarding class"},
    {"ECN CC ETS",
        "info from state qos interfaces interface ethernet-1/1 output",
        "profiles and counters of each queue, with packets marked and dropped"},
    {"ETS", "info from state qos scheduler-policies", "how each queue is served"},
    {"LNK MTU", "info from state interface ethernet-1/1", "speed, FEC, MTU and errors of a port"},
    {"TOP", "show system lldp neighbor", "which port of which device is at the other end"},
};

}
