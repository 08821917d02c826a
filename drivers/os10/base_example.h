// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::os10 {

/// Driver::base_example.
inline constexpr std::string_view base_example = R"os10(! Version 10.5.4.3
! Last configuration change at Mar  02 09:00:00 2026
!
hostname @NAME@
!
wred RDMA-WRED
 random-detect color green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
 random-detect ecn
!
class-map type network-qos RDMA-GROUP
 match qos-group 3
!
class-map type queuing QUEUE-0
 match queue 0
!
class-map type queuing QUEUE-3
 match queue 3
!
class-map type queuing QUEUE-6
 match queue 6
!
trust dscp-map FABRIC-DSCP
 qos-group 0 dscp 0-25,27-47,49-63
 qos-group 3 dscp 26
 qos-group 6 dscp 48
!
qos-map traffic-class FABRIC-QUEUES
 queue 0 qos-group 0-2,4-5,7
 queue 3 qos-group 3
 queue 6 qos-group 6
!
policy-map type network-qos FABRIC-PFC
 !
 class RDMA-GROUP
  pause buffer-size 300 pause-threshold 100 resume-threshold 80
  pfc-cos 3
!
policy-map type queuing FABRIC-OUT
 !
 class QUEUE-0
  bandwidth percent 40
 !
 class QUEUE-3
  bandwidth percent 60
  random-detect RDMA-WRED
 !
 class QUEUE-6
  priority
!
system qos
 trust-map dscp FABRIC-DSCP
 qos-map traffic-class FABRIC-QUEUES
!
interface ethernet1/1/1
 description host
 no shutdown
 no switchport
 mtu 9216
 speed 100000
 ip address 10.0.1.1/31
 flowcontrol receive off
 flowcontrol transmit off
 priority-flow-control mode on
 service-policy input type network-qos FABRIC-PFC
 service-policy output type queuing FABRIC-OUT
!
interface ethernet1/1/2
 description uplink
 no shutdown
 no switchport
 mtu 9216
 speed 100000
 ip address 10.0.0.1/31
 flowcontrol receive off
 flowcontrol transmit off
 priority-flow-control mode on
 service-policy input type network-qos FABRIC-PFC
 service-policy output type queuing FABRIC-OUT
)os10";

}
