// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::e2e {

/// The option file of a subnet manager with secret keys, periodic sweeps off and a timeout that is too short.
inline constexpr std::string_view wrong_manager = R"(# The subnet manager of the little subnet.
m_key 0x00000000cafe0001
sm_key 0x00000000cafe0002
sa_key 0x00000000cafe0003
sm_priority 14
sweep_interval 0     # switched off in spring
reassign_lids FALSE
honor_guid2lid_file TRUE
routing_engine minhop
max_op_vls 3
packet_life_time 0x12
subnet_timeout 16
transaction_timeout 200
long_transaction_timeout 500
max_wire_smps 16
console off
part_enforce both
qos FALSE
)";

}
