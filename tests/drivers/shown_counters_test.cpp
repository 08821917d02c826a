// SPDX-License-Identifier: Apache-2.0
// Counters that the commands of switches show, in files of their own.
#include "tests/drivers/shown_counters.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>

namespace rocelint {
namespace {

using tests::counters_of_file;

TEST_CASE("NX-OS: show queuing interface")
{
    CHECK(counters_of_file("nxos", "leaf1/queuing.txt", R"(leaf1# show queuing interface ethernet 1/1
Egress Queuing for Ethernet1/1 [System]
------------------------------------------------------------------------------
QoS-Group# Bandwidth% PrioLevel                Shape                   QLimit
------------------------------------------------------------------------------
      3             50         -           -        -     -            9(D)
+-------------------------------------------------------------+
|                              QOS GROUP 0                    |
+-------------------------------------------------------------+
|                           |  Unicast       |Multicast       |
+-------------------------------------------------------------+
|                   Tx Pkts |           11101|               0|
|                   Tx Byts |         5009322|               0|
| WRED/AFD & Tail Drop Pkts |               7|               0|
| WRED/AFD & Tail Drop Byts |            4096|               0|
+-------------------------------------------------------------+
|                              QOS GROUP 3                    |
+-------------------------------------------------------------+
|                   Tx Pkts |          900000|               0|
| WRED/AFD & Tail Drop Pkts |               0|               0|
|                  ECN Pkts |             512|               0|
+-------------------------------------------------------------+
|                       CONTROL QOS GROUP                     |
+-------------------------------------------------------------+
|                   Tx Pkts |              33|               0|
+-------------------------------------------------------------+
Ingress Queuing for Ethernet1/1
Port Ingress Statistics
--------------------------------------------------------
Ingress MMU Drop Pkts                             10
PFC Statistics
----------------------------------------------------------------------------
TxPPP:                    11, RxPPP:                    12
----------------------------------------------------------------------------
COS QOS Group        PG   TxPause   TxCount         RxPause         RxCount
   0         -         -  Inactive         0        Inactive               0
   3         3         3  Active           7        Active                 8
----------------------------------------------------------------------------
)")
        == "Ethernet1/1 queue sent 0: 11101\n"
           "Ethernet1/1 queue dropped 0: 7\n"
           "Ethernet1/1 queue sent 3: 900000\n"
           "Ethernet1/1 marked 3: 512\n"
           "Ethernet1/1 sent 3: 7\n"
           "Ethernet1/1 received 3: 8\n");
}

TEST_CASE("NX-OS: the frames of all priorities, and queues that the watchdog shut down")
{
    CHECK(counters_of_file("nxos", "leaf1/pfc.txt", R"(leaf1# show interface priority-flow-control
============================================================
Port               Mode Oper(VL bmap)  RxPPP      TxPPP
============================================================
Ethernet1/2        Auto On   (8)       4088353    1890
Ethernet1/5        Auto Off            0          0
)") == "Ethernet1/2 received -: 4088353\nEthernet1/2 sent -: 1890\n");
    CHECK(counters_of_file("nxos", "leaf1/watchdog.txt", R"(leaf1# show queuing pfc-queue detail
Ethernet1/23 Interface PFC watchdog: [Enabled]
Disable-action                     : No
+----------------------------------------------------+
| QOS GROUP 3 [Shutdown] PFC [YES] PFC-COS [3]
+----------------------------------------------------+
|                               |  Stats             |
+----------------------------------------------------+
|                       Shutdown|                   2|
|                       Restored|                   1|
|             Total pkts drained|                   3|
+----------------------------------------------------+
)") == "Ethernet1/23 queue stuck -: 2\n");
}

TEST_CASE("NX-OS: JSON, in which a table with one row holds the row itself")
{
    CHECK(counters_of_file("nxos", "leaf1/queuing.json", R"({"TABLE_module": {"ROW_module": {"module_id": "1",
 "TABLE_queuing_interface": {"ROW_queuing_interface": [{"dir": "Egress", "if_name_str": "Ethernet1/1",
  "TABLE_qosgrp_egress_stats": {"ROW_qosgrp_egress_stats": {"eq-qosgrp": "3",
   "TABLE_qosgrp_egress_stats_entry": {"ROW_qosgrp_egress_stats_entry": [
    {"eq-stat-type": "Tx", "eq-stat-units": "Pkts", "eq-uc-stat-value": "900", "eq-mc-stat-value": "0"},
    {"eq-stat-type": "Tx", "eq-stat-units": "Byts", "eq-uc-stat-value": "9000", "eq-mc-stat-value": "0"}]}}}},
  {"dir": "Ingress", "if_name_str": "Ethernet1/1", "tx-ppp": "5", "rx-ppp": "6",
   "TABLE_pfc_stats": {"ROW_pfc_stats": [{"cos": "3", "tx-pause-count": "5", "rx-pause-count": "6"}]}}]}}}})")
        == "Ethernet1/1 queue sent 3: 900\nEthernet1/1 sent 3: 5\nEthernet1/1 received 3: 6\n");
}

TEST_CASE("EOS: tables and JSON")
{
    CHECK(counters_of_file("eos", "leaf1/pfc.txt", R"(leaf1#show priority-flow-control counters
Port             RxPfc       TxPfc
Et1/1              900        1200
Et2/1                0           0
)") == "Ethernet1/1 received -: 900\nEthernet1/1 sent -: 1200\n");
    CHECK(counters_of_file("eos", "leaf1/queues.txt", R"(leaf1#show interfaces counters queue detail
Port   TxQ  Counter/pkts     Counter/bytes    Drop/pkts   Drop/bytes
------ ---- ------------ ----------------- ------------ ------------
Et1/1  UC3          1000           1064000            5         5320
Et1/1  MC3             9               900            0            0
)") == "Ethernet1/1 queue sent 3: 1000\nEthernet1/1 queue dropped 3: 5\n");
    CHECK(counters_of_file("eos",
              "leaf1/pfc.json",
              R"({"interfaceCounters": {"Ethernet1/1": {"rxFrames": 3, "txFrames": 4}}})")
        == "Ethernet1/1 received -: 3\nEthernet1/1 sent -: 4\n");
    CHECK(
        counters_of_file("eos",
            "leaf1/detail.json",
            R"({"interfaces": {"Ethernet1/1": {"priorities": {"3": {"rxFrames": 3, "txFrames": 4}, "4": {"rxFrames": 0, "txFrames": 0}}}}})")
        == "Ethernet1/1 received 3: 3\nEthernet1/1 sent 3: 4\n");
    CHECK(counters_of_file("eos",
              "leaf1/ecn.json",
              R"({"intfQueueCounters": {"Ethernet1/1": {"queueCounters": {"0": "-", "3": "70"}}}})")
        == "Ethernet1/1 marked 3: 70\n");
    CHECK(
        counters_of_file("eos",
            "leaf1/watchdog.json",
            R"({"interfaces": {"Ethernet1/1": {"txQueues": {"3": {"stuckCount": 2, "recoveryCount": 2}}}}})")
        == "Ethernet1/1 queue stuck -: 2\n");
}

TEST_CASE("EOS: drops of a traffic class in the virtual output queues of a chassis")
{
    CHECK(counters_of_file("eos",
              "leaf1/queue.json",
              R"({"ingressVoqCounters": {"interfaces": {"Ethernet3/1/1": {"trafficClasses": {
 "TC0": {"droppedBytes": 0, "enqueuedPackets": 9, "enqueuedBytes": 900, "droppedPackets": 0},
 "TC3": {"droppedBytes": 640, "enqueuedPackets": 9, "enqueuedBytes": 900, "droppedPackets": 10}}}}}})")
        == "Ethernet3/1/1 class dropped 3: 10\n");
    CHECK(counters_of_file("eos",
              "leaf1/drops.json",
              R"({"interfaces": {"Ethernet3/1/1": {"trafficClasses": {"TC3": {
 "egressQueueCounters": {"countersSum": {"droppedPackets": 4}},
 "ingressVoqCounters": {"countersSum": {"droppedPackets": 5}}}}}}})")
        == "Ethernet3/1/1 class dropped 3: 5\nEthernet3/1/1 class dropped 3: 4\n");
}

TEST_CASE("Cumulus Linux: tables, rounded bytes, JSON and ethtool")
{
    CHECK(counters_of_file("nvue",
              "leaf1/counters.txt",
              R"(cumulus@leaf1:mgmt:~$ nv show interface swp1 counters qos
Ingress Buffer Statistics
============================
    priority-group  rx-frames  rx-buffer-discards  rx-shared-buffer-discards
    --------------  ---------  ------------------  -------------------------
    0               9          64 Bytes            0 Bytes
    3               9          1.2 MB              0 Bytes

Egress Queue Statistics
==========================
    traffic-class  tx-frames  tx-bytes  tx-uc-buffer-discards  wred-discards
    -------------  ---------  --------  ---------------------  -------------
    3              700        0 Bytes   0 Bytes                5

PFC Statistics
=================
    switch-priority  rx-pause-frames  rx-pause-duration  tx-pause-frames  tx-pause-duration
    ---------------  ---------------  -----------------  ---------------  -----------------
    3                14               184                17               9

Qos Port Statistics
======================
    Counter             Receive  Transmit
    ------------------  -------  --------
    ecn-marked-packets  n/a      21
    pause-frames        14       17
)",
              1,
              "26 unsupported")
        == "swp1 group dropped 0: 64\n"
           "swp1 queue sent 3: 700\n"
           "swp1 queue dropped 3: 5\n"
           "swp1 received 3: 14\n"
           "swp1 sent 3: 17\n"
           "swp1 marked -: 21\n");
    constexpr std::string_view document
        = R"({"egress-queue-stats": {"3": {"ecn-marked-frames": 100, "tx-frames": 1000}},
 "pfc-stats": {"3": {"rx-pause-frames": 200, "tx-pause-frames": 300}}})";
    constexpr std::string_view shown = "swp2 queue sent 3: 1000\nswp2 marked 3: 100\n"
                                       "swp2 received 3: 200\nswp2 sent 3: 300\n";
    CHECK(counters_of_file("nvue", "leaf1/counters-qos.swp2.json", document) == shown);
    CHECK(counters_of_file(
              "nvue", "leaf1/counters.json", fmt::format(R"({{"swp2": {{"counters": {}}}}})", document))
        == shown);
    CHECK(tests::ReadFiles("nvue", {{"leaf1/counters.json", document}}).problems().size() == 1);
    CHECK_FALSE(tests::ReadFiles("nvue", {{"leaf1/counters.json", document}}).gaps().empty());
    CHECK(counters_of_file("nvue",
              "leaf1/counters.json",
              R"({"swp2": {"counters": {"qos": {"port-stats": {"rx-stats": {"ecn-marked-packets": "n/a"},
 "tx-stats": {"ecn-marked-packets": 21, "mc-buffer-discards": 0,
  "pause-frames": 7}}, "pfc-stats": {"3": {"rx-pause-frames": 1, "rx-pause-duration": 2}}}}}})",
              0,
              "3 unsupported")
        == "swp2 marked -: 21\nswp2 received 3: 1\n");
    CHECK(counters_of_file("nvue", "leaf1/ethtool-S.swp3.txt", R"(NIC statistics:
     HwIfInOctets: 21870
     HwIfInPfc3Pkt: 5
     HwIfOutPfc3Pkt: 6
     HwIfOutWredDrops: 0
)") == "swp3 received 3: 5\nswp3 sent 3: 6\n");
}

TEST_CASE("Junos: show interfaces extensive and show interfaces queue")
{
    CHECK(counters_of_file("junos", "leaf1/interfaces.txt", R"(user@leaf1> show interfaces et-0/0/1 extensive
Physical interface: et-0/0/1, Enabled, Physical link is Up
  Interface index: 645, SNMP ifIndex: 509, Generation: 141
  Egress queues: 8 supported, 5 in use
  Queue counters:       Queued packets  Transmitted packets      Dropped packets
    0                             1000                 1000                    0
    3                             2000                 1990                   10
  Queue number:         Mapped forwarding classes
    0                   best-effort
  MAC statistics:                      Receive         Transmit
    Total octets                     917594392   32313742686802
  MAC Priority Flow Control Statistics:
    Priority :  0                             0                0
    Priority :  3                           900             1200
  Filter statistics:
    Input packet count                       0
)")
        == "et-0/0/1 queue sent 0: 1000\n"
           "et-0/0/1 queue sent 3: 1990\n"
           "et-0/0/1 queue dropped 3: 10\n"
           "et-0/0/1 received 3: 900\n"
           "et-0/0/1 sent 3: 1200\n");
    CHECK(counters_of_file(
              "junos", "leaf1/queue.txt", R"(Physical interface: et-0/0/2, Enabled, Physical link is Up
Forwarding classes: 12 supported, 8 in use
Queue: 3, Forwarding classes: lossless
  Queued:
    Packets              :                   500                     0 pps
  Transmitted:
    Packets              :                   499                     0 pps
    Tail-dropped packets : Not Available
    Total-dropped packets:                     1                     0 pps
    ECN-CE packets       :                    70                     0 pps
)") == "et-0/0/2 queue sent 3: 499\net-0/0/2 queue dropped 3: 1\net-0/0/2 marked 3: 70\n");
}

TEST_CASE(
    "Junos: the class behind a queue's number is no column, and queues of what comes in are not those of a class")
{
    CHECK(counters_of_file(
              "junos", "leaf1/interfaces.txt", R"(Physical interface: et-0/0/1, Enabled, Physical link is Up
  Egress queues: 12 supported, 5 in use
  Queue counters:       Queued packets  Transmitted packets      Dropped packets
    4 no-loss                         0               900000                    0
)") == "et-0/0/1 queue sent 4: 900000\n");
    CHECK(counters_of_file(
              "junos", "leaf1/interfaces.txt", R"(Physical interface: et-0/0/1, Enabled, Physical link is Up
  Ingress queues: 8 supported, 5 in use
  Queue counters:       Queued packets  Transmitted packets      Dropped packets
    3                             2000                 1990                    4
  Egress queues: 8 supported, 5 in use
  Queue counters:       Queued packets  Transmitted packets      Dropped packets
    3                             2000                 1990                   10
)") == "et-0/0/1 queue sent 3: 1990\net-0/0/1 queue dropped 3: 10\n");
}

TEST_CASE("docs/security.md lists every command that fetches counters")
{
    std::ifstream file(std::string(ROCELINT_SOURCE_DIR) + "/docs/security.md");
    std::string page(std::istreambuf_iterator<char>(file), {});
    for (std::size_t at = page.find("\\|"); at != std::string::npos; at = page.find("\\|", at))
        page.erase(at, 1);
    for (const Driver* driver : all_drivers()) {
        for (const CounterCommand& command : driver->counter_commands) {
            CAPTURE(command.command);
            // Programs in a script whose output has counters.
            const bool is_script = command.command.find('\n') != std::string_view::npos;
            const std::string listed = is_script ? "`ethtool -S " : '`' + std::string(command.command) + '`';
            CHECK(page.find(listed) != std::string::npos);
        }
    }
}

TEST_CASE("VRP: display dcb pfc and display qos queue statistics")
{
    CHECK(counters_of_file("vrp", "leaf1/pfc.txt", R"(<leaf1> display dcb pfc
-----------------------------------------------------------------------------------------
Interface         Queue         Received(Frames)        ReceivedRate(pps)     DeadlockNum
                             Transmitted(Frames)     TransmittedRate(pps)     RecoveryNum
-----------------------------------------------------------------------------------------
100GE1/0/1            3                     8800                       12               2
                                             700                        0               2
100GE1/0/2            3                        0                        0               0
                                              90                        0               0
-----------------------------------------------------------------------------------------
)")
        == "100GE1/0/1 received 3: 8800\n"
           "100GE1/0/1 queue stuck 3: 2\n"
           "100GE1/0/1 sent 3: 700\n"
           "100GE1/0/2 sent 3: 90\n");
    CHECK(counters_of_file(
              "vrp", "leaf1/queues.txt", R"([~leaf1] display qos queue statistics interface 100ge 1/0/2
 Queue   CIR/PIR              Passed     Pass Rate             Dropped     Drop Rate  Drop Time
         (% or kbps)   (Packets/Bytes)    (pps/bps)      (Packets/Bytes)    (pps/bps)
 ----------------------------------------------------------------------------------------------
      3         0              900000            12                   7             0  2026-11-02 08:00:00
         10000000            52200000          6144                 448             0
 ----------------------------------------------------------------------------------------------
      4         0                   0             0                   0             0          -
         10000000                   0             0                   0             0
 ----------------------------------------------------------------------------------------------
)") == "100GE1/0/2 queue sent 3: 900000\n100GE1/0/2 queue dropped 3: 7\n");
}

TEST_CASE("AOS-CX: show interface queues and show interface qos buffers")
{
    CHECK(counters_of_file("aoscx", "leaf1/queues.txt", R"(leaf1# show interface 1/1/1 queues
Interface 1/1/1 is up
 Admin state is up
                 Tx Bytes      Tx Packets        Tx Drops
 Q0                     0               0               3
 Q3              58000000         1000000               0
)") == "1/1/1 queue dropped 0: 3\n1/1/1 queue sent 3: 1000000\n");
    CHECK(counters_of_file("aoscx", "leaf1/buffers.txt", R"(leaf1# show interface 1/1/1 qos buffers
Buffer usage for 1/1/1 in kbytes:
Cable Length: 350 meters (default)
Recent Peak Interval: 50 seconds
Dynamic thresholds limit = 2^<Alpha>*FreeSpace
Ingress:
  Pri  Pool type     Pool Id   In Use   Recent Peak  Max Use     Limit
  ---  ---------     -------   ------   -----------  -------     -----
  0    Lossy               0     1486          2357     4852
  3    Lossless            1      542          1468     5123     Dyn:1
  3    Headroom            1        0             0        6        65
)") == "1/1/1 headroom 3: 6144\n");
}

}
}
