// SPDX-License-Identifier: Apache-2.0
// Examples with a card of a chassis: card1 has the ports of the base device and the virtual output queues towards the
// ports of card2. Their rows are in files of their own, since a merge patch cannot rename those of the base device.
#pragma once

#include <string_view>

namespace rocelint::chassis_examples {

/// config_db.json of card1, without the rows of queues.
inline constexpr std::string_view card = R"({"DEVICE_METADATA": {"localhost": {
  "hwsku": "Arista-7800R3-48CQ2-C48", "platform": "x86_64-arista_7800r3_48cq2_lc",
  "switch_type": "voq", "asic_name": "asic0"}},
 "SYSTEM_PORT": {
  "card1|asic0|Ethernet0": {"speed": "100000", "system_port_id": "1", "switch_id": "0", "core_index": "0", "core_port_index": "1"},
  "card1|asic0|Ethernet4": {"speed": "100000", "system_port_id": "2", "switch_id": "0", "core_index": "0", "core_port_index": "2"},
  "card2|asic0|Ethernet0": {"speed": "100000", "system_port_id": "3", "switch_id": "2", "core_index": "0", "core_port_index": "1"},
  "card2|asic0|Ethernet4": {"speed": "100000", "system_port_id": "4", "switch_id": "2", "core_index": "0", "core_port_index": "2"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-5"},
                    "pg_lossless_100000_40m_profile": {"dynamic_th": "-5"}},
 "QUEUE": null, "BUFFER_QUEUE": null})";

/// The same card with groups that pause at 250000 bytes each.
inline constexpr std::string_view card_with_fixed_thresholds = R"({"DEVICE_METADATA": {"localhost": {
  "hwsku": "Arista-7800R3-48CQ2-C48", "platform": "x86_64-arista_7800r3_48cq2_lc",
  "switch_type": "voq", "asic_name": "asic0"}},
 "SYSTEM_PORT": {
  "card1|asic0|Ethernet0": {"speed": "100000"}, "card1|asic0|Ethernet4": {"speed": "100000"},
  "card2|asic0|Ethernet0": {"speed": "100000"}, "card2|asic0|Ethernet4": {"speed": "100000"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"mode": "static"}},
 "BUFFER_PROFILE": {"ingress_lossless_profile": {"dynamic_th": null, "static_th": "20971520"},
  "pg_lossless_100000_5m_profile": {"dynamic_th": null, "static_th": "250000"},
  "pg_lossless_100000_40m_profile": {"dynamic_th": null, "static_th": "250000"}},
 "QUEUE": null, "BUFFER_QUEUE": null})";

/// qos.json: the queues of card1's own ports.
inline constexpr std::string_view own_queues = R"({"QUEUE": {
  "card1|asic0|Ethernet0|0-2": {"scheduler": "scheduler.0"},
  "card1|asic0|Ethernet0|3": {"scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS"},
  "card1|asic0|Ethernet0|4-5": {"scheduler": "scheduler.0"},
  "card1|asic0|Ethernet0|6": {"scheduler": "scheduler.2"},
  "card1|asic0|Ethernet0|7": {"scheduler": "scheduler.0"},
  "card1|asic0|Ethernet4|0-2": {"scheduler": "scheduler.0"},
  "card1|asic0|Ethernet4|3": {"scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS"},
  "card1|asic0|Ethernet4|4-5": {"scheduler": "scheduler.0"},
  "card1|asic0|Ethernet4|6": {"scheduler": "scheduler.2"},
  "card1|asic0|Ethernet4|7": {"scheduler": "scheduler.0"}},
 "BUFFER_QUEUE": {
  "card1|asic0|Ethernet0|0-2": {"profile": "egress_lossy_profile"},
  "card1|asic0|Ethernet0|3": {"profile": "egress_lossless_profile"},
  "card1|asic0|Ethernet0|4-7": {"profile": "egress_lossy_profile"},
  "card1|asic0|Ethernet4|0-2": {"profile": "egress_lossy_profile"},
  "card1|asic0|Ethernet4|3": {"profile": "egress_lossless_profile"},
  "card1|asic0|Ethernet4|4-7": {"profile": "egress_lossy_profile"}}})";

/// buffers.json: the virtual output queues towards card2, with the same marking and buffers.
inline constexpr std::string_view queues_to_card2 = R"({"QUEUE": {
  "card2|asic0|Ethernet0|3": {"wred_profile": "AZURE_LOSSLESS"},
  "card2|asic0|Ethernet4|3": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_QUEUE": {
  "card2|asic0|Ethernet0|0-2": {"profile": "egress_lossy_profile"},
  "card2|asic0|Ethernet0|3": {"profile": "egress_lossless_profile"},
  "card2|asic0|Ethernet0|4-7": {"profile": "egress_lossy_profile"},
  "card2|asic0|Ethernet4|0-2": {"profile": "egress_lossy_profile"},
  "card2|asic0|Ethernet4|3": {"profile": "egress_lossless_profile"},
  "card2|asic0|Ethernet4|4-7": {"profile": "egress_lossy_profile"}}})";

}
