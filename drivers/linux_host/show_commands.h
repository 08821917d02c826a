// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::linux_host {

/// Commands that show on the device what the rules judge (manuals of the tools: mlnx-tools, iproute2 6.1, ethtool
/// 6.1, NVIDIA MFT 4.33, pciutils 3.9, lldpd 1.0, rdma-core 44 (drivers/linux_host/README.md lists their forms)).
inline constexpr ShowCommand show_commands[]{
    {"PFC QOS ETS NIC HDR BUF DLK",
        "mlnx_qos -i eth0",
        "PFC, trust, DSCP map, traffic classes and receive buffers of an NVIDIA NIC"},
    {"PFC QOS ETS NIC",
        "dcb pfc show dev eth0",
        "PFC of other NICs; `dcb ets`, `dcb app` and `dcb buffer` show the rest"},
    {"NIC PFC", "ethtool -a eth0", "link pause, which excludes PFC"},
    {"CC ECN NIC",
        "grep -r . /sys/class/net/eth0/ecn",
        "for which priorities DCQCN runs, and how CNPs are marked"},
    {"NIC CC DCB", "mlxconfig -d mlx5_0 -e query", "the firmware's settings, now and at the next start"},
    {"QOS NIC APP", "cma_roce_tos -d mlx5_0", "the ToS of connections that the connection manager sets up"},
    {"NIC APP", "show_gids", "the GIDs with their RoCE versions"},
    {"MTU NIC", "ibv_devinfo", "the RDMA MTU in force"},
    {"MTU LNK", "ip -d link show eth0", "MTU and state of a port"},
    {"LNK", "ethtool eth0", "speed, lanes and link; `ethtool --show-fec eth0` the FEC"},
    {"LNK NIC", "lspci -vv", "rate and lanes of each NIC's PCIe link, and its capability"},
    {"DCB", "dcb dcbx show dev eth0", "whether the firmware or the host speaks DCBX"},
    {"TOP", "lldpcli show neighbors", "which port of which device is at the other end"},
};

}
