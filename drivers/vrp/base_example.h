// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::vrp {

/// Driver::base_example: a switch with a headroom buffer.
inline constexpr std::string_view base_example = R"vrp(!Software Version V300R023C00SPC500
!Last configuration was updated at 2026-03-02 09:00:00+00:00
#
sysname @NAME@
#
dcb pfc deadlock-detect interval 100
dcb pfc deadlock recovery-behavior discard slot 1
dcb pfc dscp-mapping enable slot 1
#
dcb pfc
 priority 3
 priority 3 deadlock-detect time 2
 priority 3 deadlock-recovery time 4
#
qos buffer headroom-pool size 4 mbytes slot 1
#
diffserv domain ROCE
 ip-dscp-inbound 24 phb be green
 ip-dscp-inbound 25 phb be green
 ip-dscp-inbound 26 phb af3 green
 ip-dscp-inbound 27 phb be green
 ip-dscp-inbound 28 phb be green
 ip-dscp-inbound 29 phb be green
 ip-dscp-inbound 30 phb be green
 ip-dscp-inbound 31 phb be green
 ip-dscp-inbound 48 phb cs6 green
#
drop-profile RDMA-100G
 ecn buffer-size low-limit 150000 high-limit 1500000 discard-percentage 10
#
lldp enable
#
interface 100GE1/0/1
 description host
 port default vlan 100
 jumboframe enable 9216
 fec mode rs
 trust dscp
 trust upstream ROCE
 qos drr 0 to 5
 qos queue 0 drr weight 40
 qos queue 3 drr weight 60
 qos queue 3 wred RDMA-100G
 qos queue 3 ecn
 dcb pfc buffer 3 xoff dynamic 5
 dcb pfc buffer 3 hdrm 256 kbytes
 dcb pfc enable mode manual
#
interface 100GE1/0/2
 undo portswitch
 description uplink
 mtu 9100
 ip address 10.0.0.1 255.255.255.254
 jumboframe enable 9216
 fec mode rs
 trust upstream ROCE
 qos drr 0 to 5
 qos queue 0 drr weight 40
 qos queue 3 drr weight 60
 qos queue 3 wred RDMA-100G
 qos queue 3 ecn
 dcb pfc buffer 3 xoff dynamic 5
 dcb pfc buffer 3 hdrm 256 kbytes
 dcb pfc enable mode manual
#
return
)vrp";

}
