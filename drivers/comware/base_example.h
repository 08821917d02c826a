// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::comware {

/// Driver::base_example: an S9820-64H, whose cells are of 208 bytes.
inline constexpr std::string_view base_example
    = R"comware(H3C S9820-64H uptime is 2 weeks, 1 day, 3 hours, 4 minutes
#
 version 7.1.070, Release 6635
#
 sysname @NAME@
#
 lldp global enable
#
 priority-flow-control poolID 0 headroom 28672
#
 priority-flow-control deadlock cos 3 interval 10
 priority-flow-control deadlock auto-recover action discard
#
 ip load-sharing mode per-flow dest-ip dest-port ip-pro src-ip src-port global
#
vlan 100
#
qos map-table dot1p-lp
 import 0 export 0
 import 1 export 1
 import 2 export 2
#
qos map-table dscp-dot1p
 import 24 25 27 export 0
 import 28 29 30 31 export 0
#
interface HundredGigE1/0/1
 port link-mode bridge
 description host
 port access vlan 100
 jumboframe enable 9216
 priority-flow-control enable
 priority-flow-control no-drop dot1p 3
 priority-flow-control dot1p 3 headroom 1300
 priority-flow-control dot1p 3 ingress-buffer dynamic 33
 priority-flow-control deadlock enable
 lldp tlv-enable dot1-tlv dcbx
 qos trust dscp
 qos wrr byte-count
 qos wrr be group 1 byte-count 36
 qos wrr af1 group 1 byte-count 1
 qos wrr af2 group 1 byte-count 1
 qos wrr af3 group 1 byte-count 60
 qos wrr af4 group 1 byte-count 1
 qos wrr ef group 1 byte-count 1
 qos wrr cs6 group sp
 qos wrr cs7 group sp
 qos wred queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 10
 qos wred queue 3 drop-level 1 low-limit 720 high-limit 7200 discard-probability 10
 qos wred queue 3 drop-level 2 low-limit 720 high-limit 7200 discard-probability 10
 qos wred queue 3 ecn
 qos wred queue 3 weighting-constant 0
#
interface HundredGigE1/0/2
 port link-mode route
 description uplink
 jumboframe enable 9216
 mtu 9198
 ip address 10.0.0.1 255.255.255.254
 priority-flow-control enable
 priority-flow-control no-drop dot1p 3
 priority-flow-control dot1p 3 headroom 1300
 priority-flow-control dot1p 3 ingress-buffer dynamic 33
 priority-flow-control deadlock enable
 qos trust dscp
 qos wrr byte-count
 qos wrr be group 1 byte-count 36
 qos wrr af1 group 1 byte-count 1
 qos wrr af2 group 1 byte-count 1
 qos wrr af3 group 1 byte-count 60
 qos wrr af4 group 1 byte-count 1
 qos wrr ef group 1 byte-count 1
 qos wrr cs6 group sp
 qos wrr cs7 group sp
 qos wred queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 10
 qos wred queue 3 drop-level 1 low-limit 720 high-limit 7200 discard-probability 10
 qos wred queue 3 drop-level 2 low-limit 720 high-limit 7200 discard-probability 10
 qos wred queue 3 ecn
 qos wred queue 3 weighting-constant 0
#
return
)comware";

}
