// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::esxi_host {

/// Commands that show on the device what the rules judge (Broadcom, ESXCLI command reference 8.0.2; NVIDIA Native Driver for
/// VMware vSphere User Manual 4.19.71.1, Module Parameters).
inline constexpr ShowCommand show_commands[]{
    {"PFC NIC DCB",
        "esxcli network nic dcb status get -n vmnic4",
        "the version of DCBX and the PFC in force"},
    {"NIC QOS",
        "esxcli system module parameters list -m nmlx5_core",
        "what the NICs trust, and the PFC that their driver starts with"},
    {"NIC QOS", "esxcli system module parameters list -m nmlx5_rdma", "the DSCP of RDMA packets"},
    {"NIC", "esxcli rdma device list", "which NIC an RDMA device belongs to"},
    {"NIC", "esxcli network nic pauseParams list", "link pause of each NIC"},
    {"MTU", "esxcli network ip interface list", "the MTU of the VMkernel interfaces"},
    {"MTU LNK", "esxcli network nic list", "driver, state, speed and MTU of each NIC"},
};

}
