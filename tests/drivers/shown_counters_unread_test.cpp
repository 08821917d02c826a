// SPDX-License-Identifier: Apache-2.0
// What counter readers do not know is listed as such, and nothing of it is taken for read.
#include "tests/drivers/shown_counters.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

using tests::counters_of_file;

TEST_CASE("members of JSON that no reader knows are not taken for read")
{
    CHECK(counters_of_file("eos",
              "leaf1/pfc.json",
              R"({"interfaceCounters": {"Ethernet1/1": {"rxFrames": 3, "txFrames": 4,
  "rxStorms": 9}}})",
              0,
              "2 unrecognised")
        == "Ethernet1/1 received -: 3\nEthernet1/1 sent -: 4\n");
    CHECK(counters_of_file("eos",
              "leaf1/detail.json",
              R"({"interfaces": {"Ethernet1/1": {"priorities": {"3": {"rxFrames": 3}},
  "watchdogs": {"3": 1}}}})",
              0,
              "2 unrecognised")
        == "Ethernet1/1 received 3: 3\n");
    CHECK(
        counters_of_file("nxos",
            "leaf1/pfc.json",
            R"({"TABLE_pfc_interface": {"ROW_pfc_interface": {"if_name_str": "Ethernet1/1", "admin": "On", "rx-stats": "5",
  "rx-storms": "7", "tx-stats": "6"}}})",
            0,
            "2 unrecognised")
        == "Ethernet1/1 sent -: 6\nEthernet1/1 received -: 5\n");
    CHECK(counters_of_file("nvue",
              "leaf1/counters-qos.swp2.json",
              R"({"pfc-stats": {"3": {"rx-pause-frames": 200, "tx-pause-frames": 300,
  "rx-storms": 4}}})",
              0,
              "2 unrecognised")
        == "swp2 received 3: 200\nswp2 sent 3: 300\n");
}

TEST_CASE("a counter of JSON that is no number is not taken for read")
{
    CHECK(counters_of_file("eos",
              "leaf1/pfc.json",
              R"({"interfaceCounters": {"Ethernet1/1": {"rxFrames": 3,
  "txFrames": "4.000"}}})",
              1,
              "2 unrecognised")
        == "Ethernet1/1 received -: 3\n");
}

TEST_CASE("NX-OS: the watchdog's JSON, in the envelope of NX-API")
{
    CHECK(counters_of_file(
              "nxos", "leaf1/watchdog.json", R"({"jsonrpc": "2.0", "result": {"body": {"glb-wd-status": "1",
 "TABLE_queuing_interface": {"ROW_queuing_interface": [{"if_name_str": "Ethernet1/23 Interface PFC watchdog: [Enabled]",
  "disable-action": "No", "TABLE_qosgrp_stats": {"ROW_qosgrp_stats": {"eq-qosgrp": "3", "eq-qosgrp-state": "Shutdown",
   "pfc-configured": "YES", "pfc-cos": "3", "TABLE_qosgrp_stats_entry": {"ROW_qosgrp_stats_entry": [
    {"q-stat-type": "Shutdown", "q-shutdown": "2"}, {"q-stat-type": "Restored", "q-restored": "1"}]}}}}]}}},
 "id": 1})")
        == "Ethernet1/23 queue stuck -: 2\n");
}

TEST_CASE("NX-OS: packets of a queue that no reader knows are not taken for read")
{
    CHECK(counters_of_file("nxos",
              "leaf1/queuing.txt",
              R"(leaf1# show queuing interface ethernet 1/1
Egress Queuing for Ethernet1/1 [System]
|                              QOS GROUP 3                    |
|                   Tx Pkts |          900000|               0|
|              Bounced Pkts |               4|               0|
|              Bounced Byts |             400|               0|
)",
              0,
              "5 unrecognised")
        == "Ethernet1/1 queue sent 3: 900000\n");
}

}
}
