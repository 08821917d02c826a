// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::onyx {

/// A clean switch whose name is `@NAME@`: port 1/1 leads to a host, 1/2 to a spine.
inline constexpr std::string_view base_example = R"(##
## Running database "initial"
## Hostname: @NAME@
## Product release: 3.10.4006
##
no cli default prefix-modes enable
   interface ethernet 1/1-1/2 speed 100G force
   interface ethernet 1/1-1/2 mtu 9216 force
   interface ethernet 1/1-1/2 no switchport force
   interface ethernet 1/1 description host
   interface ethernet 1/2 description uplink
   interface ethernet 1/1 ip address 10.0.1.1/31 primary
   interface ethernet 1/2 ip address 10.0.0.1/31 primary
   advanced buffer management force
   pool iPool0 size 5242880 type dynamic
   pool iPool1 size 5242880 type dynamic
   pool ePool0 size 5242880 type dynamic
   pool ePool1 size 16777000 type dynamic
   interface ethernet 1/1-1/2 ingress-buffer iPort.pg3 bind switch-priority 3
   interface ethernet 1/1-1/2 ingress-buffer iPort.pg6 bind switch-priority 6
   interface ethernet 1/1-1/2 ingress-buffer iPort.pg3 map pool iPool1 type lossless reserved 67538 xoff 18432 xon 18432 shared alpha 2
   interface ethernet 1/1-1/2 ingress-buffer iPort.pg6 map pool iPool0 type lossy reserved 10240 shared alpha 8
   interface ethernet 1/1-1/2 egress-buffer ePort.tc3 map pool ePool1 reserved 1500 shared alpha inf
   interface ethernet 1/1-1/2 qos trust L3
   interface ethernet 1/1-1/2 qos map dscp 24 25 27 28 29 30 31 to switch-priority 0
   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500
   interface ethernet 1/1-1/2 traffic-class 0 dcb ets wrr 20
   interface ethernet 1/1-1/2 traffic-class 3 dcb ets wrr 60
   interface ethernet 1/1-1/2 traffic-class 6 dcb ets strict
   dcb priority-flow-control enable force
   dcb priority-flow-control priority 3 enable
   interface ethernet 1/1-1/2 dcb priority-flow-control mode on force
   interface ethernet 1/1-1/2 pfc-wd
   hostname @NAME@
   ip routing vrf default
   lldp
)";

}
