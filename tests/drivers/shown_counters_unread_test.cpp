// SPDX-License-Identifier: Apache-2.0
// Counters that readers do not know are listed as such, and not counted as read.
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

TEST_CASE("NX-OS: frames with separators between thousands, without a counter, and without a number")
{
    CHECK(counters_of_file("nxos",
              "leaf1/pfc.txt",
              R"(leaf1# show interface priority-flow-control
Port               Mode Oper(VL bmap)  RxPPP      TxPPP
Ethernet1/1        Auto On   (8)       4,088,353  --
Ethernet1/2        Auto On   (8)       1.5M       7
)",
              1,
              "4 unrecognised")
        == "Ethernet1/1 received -: 4088353\nEthernet1/2 sent -: 7\n");
}

TEST_CASE("NX-OS: a row of a priority that was cut off")
{
    CHECK(counters_of_file("nxos",
              "leaf1/queuing.txt",
              R"(leaf1# show queuing interface ethernet 1/1
Egress Queuing for Ethernet1/1 [System]
COS QOS Group        PG   TxPause   TxCount         RxPause         RxCount
   3         3         3  Active           7        Active                 8
   4         4         4  Active           7
)",
              0,
              "5 unrecognised")
        == "Ethernet1/1 sent 3: 7\nEthernet1/1 received 3: 8\n");
}

TEST_CASE("Junos: a row of a queue that was cut off, and a queue of multicast")
{
    CHECK(counters_of_file("junos",
              "leaf1/interfaces.txt",
              R"(Physical interface: et-0/0/1, Enabled, Physical link is Up
  Egress queues: 12 supported, 5 in use
  Queue counters:       Queued packets  Transmitted packets      Dropped packets
    3                             2000                 1990                   10
    4                             2000
    8 mcast                        500                  500                    0
)",
              0,
              "5 unrecognised")
        == "et-0/0/1 queue sent 3: 1990\net-0/0/1 queue dropped 3: 10\n");
}

TEST_CASE("Cumulus Linux: a row with an empty cell, and a column that no reader knows")
{
    CHECK(counters_of_file("nvue",
              "leaf1/counters.txt",
              R"(cumulus@leaf1:mgmt:~$ nv show interface swp1 counters qos
    traffic-class  tx-frames  tx-bytes  tx-uc-buffer-discards  wred-discards
    -------------  ---------  --------  ---------------------  -------------
    3              700        0 Bytes   0 Bytes                5
    4              700                  0 Bytes                5
)",
              0,
              "5 unrecognised")
        == "swp1 queue sent 3: 700\nswp1 queue dropped 3: 5\n");
    CHECK(counters_of_file("nvue",
              "leaf1/counters.txt",
              R"(cumulus@leaf1:mgmt:~$ nv show interface swp1 counters qos
    switch-priority  rx-pause-frames  rx-storms  tx-pause-frames
    ---------------  ---------------  ---------  ---------------
    3                14               2          17
)",
              0,
              "2 unrecognised")
        == "swp1 received 3: 14\nswp1 sent 3: 17\n");
}

TEST_CASE("Junos: drops of a queue that no reader knows, and a table with other columns")
{
    CHECK(counters_of_file("junos",
              "leaf1/queue.txt",
              R"(Physical interface: et-0/0/2, Enabled, Physical link is Up
Queue: 3, Forwarding classes: lossless
  Transmitted:
    RL-dropped packets   :                     4                     0 pps
    RL-dropped bytes     :                   400                     0 bps
    New-dropped packets  :                     5                     0 pps
)",
              0,
              "6 unrecognised")
        == "et-0/0/2 queue dropped 3: 4\n");
    CHECK(counters_of_file("junos",
        "leaf1/interfaces.txt",
        R"(Physical interface: et-0/0/1, Enabled, Physical link is Up
  Egress queues: 12 supported, 5 in use
  Queue counters:       Queued packets      Dropped packets
)",
        0,
        "3 unrecognised")
              .empty());
}

TEST_CASE("SONiC: a column of packets that no reader knows, and the lines of namespaces")
{
    CHECK(counters_of_file("sonic",
              "leaf1/show_queue_counters.txt",
              R"(For namespace :
     Port    TxQ    Counter/pkts    Trim/pkts    TrimSent/pkts    TrimDrop/pkts
---------  -----  --------------  -----------  ---------------  ---------------
Ethernet0    UC3           1,000           70               50               20
For namespace :
     Port    TxQ    Counter/pkts    Paused/pkts
---------  -----  --------------  -------------
Ethernet4    UC3           2,000              8
)",
              0,
              "6 unrecognised")
        == "Ethernet0 queue sent 3: 1000\nEthernet0 queue trimmed 3: 70\nEthernet4 queue sent 3: 2000\n");
}

}
}
