// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::sonic_cli {

/// Driver::base_example.
inline constexpr std::string_view base_example = R"cli(!
hostname @NAME@
interface-naming standard
roce enable pfc-priority 3,4
!
ip load-share hash ipv4 ipv4-src-ip
ip load-share hash ipv4 ipv4-dst-ip
ip load-share hash ipv4 ipv4-ip-proto
ip load-share hash ipv4 ipv4-l4-src-port
ip load-share hash ipv4 ipv4-l4-dst-port
!
priority-flow-control watchdog polling-interval 100
!
qos wred-policy ROCE
 green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
 ecn green
!
qos scheduler-policy ROCE
 !
 queue 0
  type dwrr
  weight 40
 !
 queue 3
  type dwrr
  weight 60
 !
 queue 6
  type strict
!
qos map dscp-tc ROCE
 dscp 0-25,27-47,49-63 traffic-class 0
 dscp 26 traffic-class 3
 dscp 48 traffic-class 6
!
qos map tc-queue ROCE
 traffic-class 0 queue 0
 traffic-class 1 queue 1
 traffic-class 2 queue 2
 traffic-class 3 queue 3
 traffic-class 4 queue 4
 traffic-class 5 queue 5
 traffic-class 6 queue 6
 traffic-class 7 queue 7
!
qos map tc-pg ROCE
 traffic-class 3 priority-group 3
 traffic-class 4 priority-group 4
 traffic-class 0-2,5-7 priority-group 7
!
qos map pfc-priority-queue ROCE
 pfc-priority 0 queue 0
 pfc-priority 1 queue 1
 pfc-priority 2 queue 2
 pfc-priority 3 queue 3
 pfc-priority 4 queue 4
 pfc-priority 5 queue 5
 pfc-priority 6 queue 6
 pfc-priority 7 queue 7
!
interface Eth1/1
 description host
 mtu 9216
 speed 100000
 fec RS
 unreliable-los auto
 no shutdown
 ip address 10.0.1.1/31
 queue 3 wred-policy ROCE
 scheduler-policy ROCE
 cable-length 5m
 qos-map dscp-tc ROCE
 qos-map tc-queue ROCE
 qos-map tc-pg ROCE
 qos-map pfc-priority-queue ROCE
 priority-flow-control priority 3
 priority-flow-control watchdog action drop
 priority-flow-control watchdog on detect-time 200
 priority-flow-control watchdog restore-time 400
!
interface Eth1/2
 description uplink
 mtu 9216
 speed 100000
 fec RS
 unreliable-los auto
 no shutdown
 ip address 10.0.0.1/31
 queue 3 wred-policy ROCE
 scheduler-policy ROCE
 cable-length 40m
 qos-map dscp-tc ROCE
 qos-map tc-queue ROCE
 qos-map tc-pg ROCE
 qos-map pfc-priority-queue ROCE
 priority-flow-control priority 3
 priority-flow-control watchdog action drop
 priority-flow-control watchdog on detect-time 200
 priority-flow-control watchdog restore-time 400
)cli";

}
