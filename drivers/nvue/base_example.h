// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::nvue {

/// A clean switch whose name is `@NAME@`: port swp1 leads to a host, swp2 to a spine. In the form of `nv
/// config show -o commands`.
inline constexpr std::string_view base_example = R"(nv set system hostname @NAME@
nv set system config auto-save state disabled
nv set interface swp1 description host
nv set interface swp1 ip address 10.0.1.1/31
nv set interface swp1-2 link mtu 9216
nv set interface swp1-2 link speed 100G
nv set interface swp1-2 qos pfc-watchdog state enabled
nv set interface swp2 description uplink
nv set interface swp2 ip address 10.0.0.1/31
nv set qos roce enable on
nv set qos roce mode lossless
nv set qos roce cable-length 40
nv set qos mapping default-global dscp 24,25,27-31 switch-priority 0
nv set qos traffic-pool default-lossy memory-percent 50
nv set qos traffic-pool roce-lossless memory-percent 50
nv set qos pfc-watchdog polling-interval 100
nv set qos pfc-watchdog robustness 3
)";

}
