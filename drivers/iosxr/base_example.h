// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::iosxr {

/// Driver::base_example.
inline constexpr std::string_view base_example = R"iosxr(!! IOS XR Configuration 24.4.1
!! Last configuration change at Mon Mar  2 09:00:00 2026 by admin
!
hostname @NAME@
hw-module profile priority-flow-control location 0/RP0/CPU0
 buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
!
priority-flow-control watchdog mode on
priority-flow-control watchdog interval 100
priority-flow-control watchdog shutdown-multiplier 2
priority-flow-control watchdog auto-restore-multiplier 4
class-map match-any CNP
 match dscp 48
 end-class-map
!
class-map match-any RDMA
 match dscp 26
 end-class-map
!
class-map match-any TC3
 match traffic-class 3
 end-class-map
!
class-map match-any TC6
 match traffic-class 6
 end-class-map
!
policy-map FABRIC-IN
 class RDMA
  set traffic-class 3
 !
 class CNP
  set traffic-class 6
 !
 class class-default
  set traffic-class 0
 !
 end-policy-map
!
policy-map FABRIC-OUT
 class TC6
  priority level 1
 !
 class TC3
  bandwidth remaining ratio 60
 !
 class class-default
  bandwidth remaining ratio 40
 !
 end-policy-map
!
interface HundredGigE0/0/0/0
 description host
 mtu 9216
 service-policy input FABRIC-IN
 service-policy output FABRIC-OUT
 ipv4 address 10.0.1.1 255.255.255.254
 priority-flow-control mode on
!
interface HundredGigE0/0/0/1
 description uplink
 mtu 9216
 service-policy input FABRIC-IN
 service-policy output FABRIC-OUT
 ipv4 address 10.0.0.1 255.255.255.254
 priority-flow-control mode on
!
lldp
!
end
)iosxr";

}
