// SPDX-License-Identifier: Apache-2.0
// The clean leaf that rule examples modify; every rule must stay silent on it. A short row is on one line.
#include "drivers/sonic/base_example.h"

namespace rocelint::sonic {

const std::string_view base_example = R"json({
  "DEVICE_METADATA": {
    "localhost": {
      "hostname": "@NAME@", "hwsku": "ACS-MSN3700", "platform": "x86_64-mlnx_msn3700-r0",
      "mac": "00:11:22:33:44:55", "type": "ToRRouter", "buffer_model": "traditional",
      "default_pfcwd_status": "disable"
    }
  },
  "PORT": {
    "Ethernet0": {
      "alias": "etp1", "index": "1", "lanes": "0,1,2,3", "description": "host1:eth0", "speed": "100000",
      "autoneg": "off", "fec": "rs", "mtu": "9100", "pfc_asym": "off", "admin_status": "up"
    },
    "Ethernet4": {
      "alias": "etp2", "index": "2", "lanes": "4,5,6,7", "description": "uplink", "speed": "100000",
      "autoneg": "off", "fec": "rs", "mtu": "9100", "pfc_asym": "off", "admin_status": "up"
    }
  },
  "INTERFACE": {
    "Ethernet0": {},
    "Ethernet0|10.0.0.0/31": {},
    "Ethernet4": {},
    "Ethernet4|10.0.0.2/31": {}
  },
  "CABLE_LENGTH": {
    "AZURE": { "Ethernet0": "5m", "Ethernet4": "40m" }
  },
  "DSCP_TO_TC_MAP": {
    "AZURE": {
      "0": "0", "1": "0", "2": "0", "3": "0", "4": "0", "5": "0", "6": "0", "7": "0",
      "8": "0", "9": "0", "10": "0", "11": "0", "12": "0", "13": "0", "14": "0", "15": "0",
      "16": "0", "17": "0", "18": "0", "19": "0", "20": "0", "21": "0", "22": "0", "23": "0",
      "24": "0", "25": "0", "26": "3", "27": "0", "28": "0", "29": "0", "30": "0", "31": "0",
      "32": "0", "33": "0", "34": "0", "35": "0", "36": "0", "37": "0", "38": "0", "39": "0",
      "40": "0", "41": "0", "42": "0", "43": "0", "44": "0", "45": "0", "46": "0", "47": "0",
      "48": "6", "49": "0", "50": "0", "51": "0", "52": "0", "53": "0", "54": "0", "55": "0",
      "56": "0", "57": "0", "58": "0", "59": "0", "60": "0", "61": "0", "62": "0", "63": "0"
    }
  },
  "TC_TO_PRIORITY_GROUP_MAP": {
    "AZURE": { "0": "0", "1": "0", "2": "0", "3": "3", "4": "0", "5": "0", "6": "0", "7": "7" }
  },
  "TC_TO_QUEUE_MAP": {
    "AZURE": { "0": "0", "1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7" }
  },
  "MAP_PFC_PRIORITY_TO_QUEUE": {
    "AZURE": { "0": "0", "1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7" }
  },
  "PORT_QOS_MAP": {
    "Ethernet0": {
      "dscp_to_tc_map": "AZURE", "tc_to_pg_map": "AZURE", "tc_to_queue_map": "AZURE",
      "pfc_to_queue_map": "AZURE", "pfc_enable": "3", "pfcwd_sw_enable": "3"
    },
    "Ethernet4": {
      "dscp_to_tc_map": "AZURE", "tc_to_pg_map": "AZURE", "tc_to_queue_map": "AZURE",
      "pfc_to_queue_map": "AZURE", "pfc_enable": "3", "pfcwd_sw_enable": "3"
    }
  },
  "SCHEDULER": {
    "scheduler.0": { "type": "DWRR", "weight": "10" },
    "scheduler.1": { "type": "DWRR", "weight": "50" },
    "scheduler.2": { "type": "STRICT" }
  },
  "WRED_PROFILE": {
    "AZURE_LOSSLESS": {
      "ecn": "ecn_all", "wred_green_enable": "true", "green_min_threshold": "150000",
      "green_max_threshold": "600000", "green_drop_probability": "20", "wred_yellow_enable": "true",
      "yellow_min_threshold": "150000", "yellow_max_threshold": "600000", "yellow_drop_probability": "20",
      "wred_red_enable": "true", "red_min_threshold": "150000", "red_max_threshold": "600000",
      "red_drop_probability": "20"
    }
  },
  "QUEUE": {
    "Ethernet0|0": { "scheduler": "scheduler.0" },
    "Ethernet0|1": { "scheduler": "scheduler.0" },
    "Ethernet0|2": { "scheduler": "scheduler.0" },
    "Ethernet0|3": { "scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS" },
    "Ethernet0|4": { "scheduler": "scheduler.0" },
    "Ethernet0|5": { "scheduler": "scheduler.0" },
    "Ethernet0|6": { "scheduler": "scheduler.2" },
    "Ethernet0|7": { "scheduler": "scheduler.0" },
    "Ethernet4|0": { "scheduler": "scheduler.0" },
    "Ethernet4|1": { "scheduler": "scheduler.0" },
    "Ethernet4|2": { "scheduler": "scheduler.0" },
    "Ethernet4|3": { "scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS" },
    "Ethernet4|4": { "scheduler": "scheduler.0" },
    "Ethernet4|5": { "scheduler": "scheduler.0" },
    "Ethernet4|6": { "scheduler": "scheduler.2" },
    "Ethernet4|7": { "scheduler": "scheduler.0" }
  },
  "BUFFER_POOL": {
    "ingress_lossless_pool": { "type": "ingress", "mode": "dynamic", "size": "20971520" },
    "ingress_lossy_pool": { "type": "ingress", "mode": "dynamic", "size": "12582912" },
    "egress_lossless_pool": { "type": "egress", "mode": "static", "size": "33554432" },
    "egress_lossy_pool": { "type": "egress", "mode": "dynamic", "size": "12582912" }
  },
  "BUFFER_PROFILE": {
    "ingress_lossless_profile": { "pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "0" },
    "ingress_lossy_profile": { "pool": "ingress_lossy_pool", "size": "4096", "dynamic_th": "0" },
    "egress_lossless_profile": { "pool": "egress_lossless_pool", "size": "0", "static_th": "33554432" },
    "egress_lossy_profile": { "pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0" },
    "pg_lossless_100000_5m_profile": {
      "pool": "ingress_lossless_pool", "xon": "19456", "xoff": "36864", "size": "56320", "dynamic_th": "0"
    },
    "pg_lossless_100000_40m_profile": {
      "pool": "ingress_lossless_pool", "xon": "19456", "xoff": "45056", "size": "64512", "dynamic_th": "0"
    }
  },
  "BUFFER_PG": {
    "Ethernet0|0": { "profile": "ingress_lossy_profile" },
    "Ethernet0|3": { "profile": "pg_lossless_100000_5m_profile" },
    "Ethernet4|0": { "profile": "ingress_lossy_profile" },
    "Ethernet4|3": { "profile": "pg_lossless_100000_40m_profile" }
  },
  "BUFFER_QUEUE": {
    "Ethernet0|0-2": { "profile": "egress_lossy_profile" },
    "Ethernet0|3": { "profile": "egress_lossless_profile" },
    "Ethernet0|4-7": { "profile": "egress_lossy_profile" },
    "Ethernet4|0-2": { "profile": "egress_lossy_profile" },
    "Ethernet4|3": { "profile": "egress_lossless_profile" },
    "Ethernet4|4-7": { "profile": "egress_lossy_profile" }
  },
  "BUFFER_PORT_INGRESS_PROFILE_LIST": {
    "Ethernet0": { "profile_list": "ingress_lossless_profile,ingress_lossy_profile" },
    "Ethernet4": { "profile_list": "ingress_lossless_profile,ingress_lossy_profile" }
  },
  "BUFFER_PORT_EGRESS_PROFILE_LIST": {
    "Ethernet0": { "profile_list": "egress_lossless_profile,egress_lossy_profile" },
    "Ethernet4": { "profile_list": "egress_lossless_profile,egress_lossy_profile" }
  },
  "PFC_WD": {
    "GLOBAL": { "POLL_INTERVAL": "200" },
    "Ethernet0": { "action": "drop", "detection_time": "200", "restoration_time": "200" },
    "Ethernet4": { "action": "drop", "detection_time": "200", "restoration_time": "200" }
  },
  "FLEX_COUNTER_TABLE": {
    "PFCWD": { "FLEX_COUNTER_STATUS": "enable" }
  }
}
)json";

}
