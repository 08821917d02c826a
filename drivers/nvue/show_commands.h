// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::nvue {

/// Commands that show on the device what the rules judge (NVIDIA NVUE Command Reference, Show Commands; NVIDIA
/// Cumulus Linux 5.14 User Guide, Quality of Service).
inline constexpr ShowCommand show_commands[]{
    {"PFC QOS ECN ETS CC DLK",
        "nv show interface swp1 qos roce status",
        "PFC, trust, marking thresholds, traffic classes and pools of a port in RoCE mode"},
    {"PFC QOS ECN", "nv show qos roce", "the RoCE mode and what it implies"},
    {"PFC QOS", "nv show interface swp1 qos", "the profiles of a port"},
    {"PFC",
        "nv show interface swp1 counters qos pfc-stats",
        "the PFC frames that a port received and sent, by priority"},
    {"WD",
        "nv show interface swp1 qos pfc-watchdog",
        "state and action of the watchdog for each traffic class"},
    {"BUF HDR",
        "nv show interface swp1 qos buffer",
        "size, headroom and thresholds of each priority group of a port"},
    {"ECN CC",
        "nv show interface swp1 qos congestion-control",
        "the marking thresholds of each traffic class"},
    {"ETS", "nv show interface swp1 qos egress-scheduler", "mode and bandwidth of each traffic class"},
    {"LNK MTU", "nv show interface swp1 link", "MTU, speed, FEC and state of a port"},
    {"TOP", "nv show interface lldp", "which port of which device is at the other end"},
};

}
