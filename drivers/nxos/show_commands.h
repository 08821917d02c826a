// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::nxos {

/// Commands that show on the device what the rules judge (Cisco Nexus 9000 Series NX-OS Quality of Service
/// Configuration Guide, Release 10.4(x); for interfaces and LLDP: Interfaces and System Management Configuration
/// Guides).
inline constexpr ShowCommand show_commands[]{
    {"PFC DLK",
        "show interface priority-flow-control",
        "whether PFC runs on each port, for which priorities, and the PFC frames that it received and sent"},
    {"WD", "show queuing pfc-queue detail", "the state of the PFC watchdog for each queue"},
    {"PFC QOS MTU DLK",
        "show policy-map system type network-qos",
        "which classes are no-drop, their MTU and their CoS"},
    {"QOS", "show policy-map interface ethernet 1/1 input type qos", "which class a port puts packets into"},
    {"ECN ETS BUF HDR CC",
        "show queuing interface ethernet 1/1",
        "service, marking thresholds, drops and depth of each queue"},
    {"LNK MTU", "show interface ethernet 1/1", "MTU, speed, state and errors of a port"},
    {"LB", "show port-channel load-balance", "what a port channel hashes"},
    {"TOP", "show lldp neighbors detail", "which port of which device is at the other end"},
};

}
