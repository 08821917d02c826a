// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::opensm {

/// The option file of a subnet manager about which no rule has a finding: up/down routing without a fallback
/// to min-hop, four virtual lanes, its own keys. The keys are invented.
inline constexpr std::string_view base_example = R"(# Subnet manager @NAME@
guid 0x0000000000000106
sm_key 0x5e1f00d5a1ad0001
sa_key 0x5e1f00d5a1ad0002
m_key 0x5e1f00d5a1ad0003
m_key_protection_level 1
m_key_lease_period 60
subnet_prefix 0xfe80000000000000
lmc 0
sm_priority 14
sweep_interval 10
reassign_lids FALSE
honor_guid2lid_file TRUE
routing_engine updn,no_fallback
root_guid_file /etc/opensm/root_guid.conf
max_op_vls 3
packet_life_time 0x12
subnet_timeout 18
head_of_queue_lifetime 0x12
leaf_head_of_queue_lifetime 0x10
vl_stall_count 7
leaf_vl_stall_count 7
transaction_timeout 200
long_transaction_timeout 500
max_wire_smps 16
console off
part_enforce both
qos TRUE
qos_max_vls 4
qos_high_limit 4
qos_vlarb_high 1:64
qos_vlarb_low 0:64,1:4,2:32,3:32
qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
)";

}
