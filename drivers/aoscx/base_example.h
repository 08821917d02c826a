// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::aoscx {

/// Driver::base_example.
inline constexpr std::string_view base_example = R"aoscx(!
!Version ArubaOS-CX GL.10.18.0001
!export-password: default
hostname @NAME@
!
qos trust dscp
qos dscp-map 24 local-priority 1
qos dscp-map 25 local-priority 1
qos dscp-map 26 local-priority 3
qos dscp-map 27 local-priority 1
qos dscp-map 28 local-priority 1
qos dscp-map 29 local-priority 1
qos dscp-map 30 local-priority 1
qos dscp-map 31 local-priority 1
qos dscp-map 48 local-priority 6
qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3
flow-control watchdog timeout 200 resume 400
!
qos queue-profile FABRIC-QUEUES
    map queue 0 local-priority 0
    map queue 1 local-priority 1
    map queue 2 local-priority 2
    map queue 3 local-priority 3
    map queue 4 local-priority 4
    map queue 5 local-priority 5
    map queue 6 local-priority 7
    map queue 7 local-priority 6
    name queue 7 CNP
qos schedule-profile FABRIC-SHARES
    dwrr queue 0 weight 1
    dwrr queue 1 weight 30
    dwrr queue 2 weight 1
    dwrr queue 3 weight 60
    dwrr queue 4 weight 1
    dwrr queue 5 weight 1
    dwrr queue 6 weight 6
    strict queue 7
qos threshold-profile RDMA-ECN
    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
apply qos queue-profile FABRIC-QUEUES schedule-profile FABRIC-SHARES
apply qos threshold-profile RDMA-ECN
vlan 1,100
!
interface 1/1/1
    description host
    no shutdown
    mtu 9198
    speed 100g
    no routing
    vlan access 100
    flow-control priority rxtx 3
    flow-control watchdog
    flow-control buffer cable-length 50
!
interface 1/1/2
    description uplink
    no shutdown
    mtu 9198
    speed 100g
    ip mtu 9198
    ip address 10.0.0.1/31
    flow-control priority rxtx 3
    flow-control watchdog
    flow-control buffer cable-length 50
)aoscx";

}
