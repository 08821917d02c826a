// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::eos {

/// A leaf with one host port and one uplink, both lossless for priority 3. Rule examples are based on it.
inline constexpr std::string_view base_example = R"eos(! Command: show running-config
! device: @NAME@ (DCS-7060X4-32S, EOS-4.28.3M)
!
transceiver qsfp default-mode 4x10G
!
service routing protocols model multi-agent
!
hostname @NAME@
!
spanning-tree mode none
!
qos map dscp 0 1 2 3 4 5 6 7 24 25 27 28 29 30 31 to traffic-class 1
qos map dscp 26 to traffic-class 3
qos map dscp 48 to traffic-class 6
!
priority-flow-control pause watchdog default timeout 0.2
priority-flow-control pause watchdog default recovery-time 0.4
priority-flow-control pause watchdog default polling-interval 0.1
priority-flow-control pause watchdog action drop
!
interface Ethernet1/1
   description host
   mtu 9214
   speed 100g-4
   no switchport
   ip address 10.0.1.1/31
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   priority-flow-control pause watchdog
   !
   tx-queue 0
      no priority
      bandwidth percent 5
   !
   tx-queue 1
      no priority
      bandwidth percent 30
   !
   tx-queue 2
      no priority
      bandwidth percent 5
   !
   tx-queue 3
      no priority
      bandwidth percent 60
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
   !
   tx-queue 6
      priority strict
!
interface Ethernet2/1
   description uplink
   mtu 9214
   speed 100g-4
   no switchport
   ip address 10.0.0.1/31
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   priority-flow-control pause watchdog
   !
   tx-queue 0
      no priority
      bandwidth percent 5
   !
   tx-queue 1
      no priority
      bandwidth percent 30
   !
   tx-queue 2
      no priority
      bandwidth percent 5
   !
   tx-queue 3
      no priority
      bandwidth percent 60
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
   !
   tx-queue 6
      priority strict
!
ip routing
!
end
)eos";

}
