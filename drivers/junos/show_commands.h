// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::junos {

/// Commands that show on the device what the rules judge (Junos OS CLI Reference (QFX Series), show commands of
/// class of service, interfaces, DCBX and LLDP).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK WD",
        "show class-of-service congestion-notification",
        "which code points each profile pauses, and to which ports it is bound"},
    {"PFC QOS DLK",
        "show class-of-service forwarding-class",
        "queue, loss and PFC priority of each forwarding class"},
    {"QOS", "show class-of-service classifier", "the maps from code points to forwarding classes"},
    {"QOS ECN ETS",
        "show class-of-service interface et-0/0/0",
        "the classifiers, scheduler maps and profiles of a port"},
    {"ETS ECN", "show class-of-service scheduler-map", "rate, priority and drop profiles of each scheduler"},
    {"ECN CC", "show class-of-service drop-profile", "the fill levels at which marking begins and ends"},
    {"BUF HDR",
        "show class-of-service shared-buffer",
        "how the memory is divided into lossless, headroom and lossy parts"},
    {"PFC LNK MTU",
        "show interfaces et-0/0/0 extensive",
        "MTU, speed, FEC, errors, and the PFC frames of each priority"},
    {"DCB", "show dcbx neighbors", "DCBX as a port and its peer exchanged it"},
    {"TOP", "show lldp neighbors", "which port of which device is at the other end"},
};

}
