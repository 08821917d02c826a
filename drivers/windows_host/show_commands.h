// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::windows_host {

/// Commands that show on the device what the rules judge (Microsoft Learn, PowerShell modules NetQos, NetAdapter and
/// DcbQos, Windows Server 2025).
inline constexpr ShowCommand show_commands[]{
    {"PFC NIC QOS ETS",
        "Get-NetAdapterQos",
        "PFC, traffic classes and classification, as configured and in force"},
    {"PFC NIC", "Get-NetQosFlowControl", "the priorities that are paused"},
    {"ETS", "Get-NetQosTrafficClass", "algorithm, bandwidth and priorities of each traffic class"},
    {"QOS NIC", "Get-NetQosPolicy", "which traffic gets which priority"},
    {"DCB", "Get-NetQosDcbxSetting", "whether the host takes over the switch's values"},
    {"NIC", "Get-NetAdapterRdma", "whether RDMA is enabled on a port"},
    {"MTU NIC LNK",
        "Get-NetAdapterAdvancedProperty",
        "jumbo frames, flow control and RoCE version of the driver"},
};

}
