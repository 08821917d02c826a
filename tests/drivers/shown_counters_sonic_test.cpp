// SPDX-License-Identifier: Apache-2.0
// Counters that SONiC, the platforms of Dell and Onyx show.
#include "tests/drivers/shown_counters.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

using tests::counters_of_file;

TEST_CASE("SONiC: watermarks below counters in one transcript are not counters")
{
    const tests::ReadFiles files(
        "sonic", {{"leaf1/show.txt", R"(admin@leaf1:~$ show priority-group drop counters
Ingress PG dropped packets:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0      7      0      0      0      0
admin@leaf1:~$ show priority-group persistent-watermark shared
Ingress shared pool occupancy per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0   5192      0      0      0      0
)"}});
    for (const CounterReading& reading : files.device().counter_readings)
        CHECK(reading.value < 5192);
    CHECK(files.gaps().find("unsupported") != std::string::npos);
}

TEST_CASE("SONiC: the headroom that priority groups have used")
{
    constexpr std::string_view table = R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0  44928    N/A      0      0      0
)";
    CHECK(counters_of_file("sonic", "leaf1/show_priority-group_watermark_headroom.txt", table)
        == "Ethernet0 headroom 3: 44928\n");
    CHECK(counters_of_file("sonic",
              "leaf1/show.txt",
              fmt::format("admin@leaf1:~$ show priority-group watermark headroom\n{}", table))
        == "Ethernet0 headroom 3: 44928\n");
}

TEST_CASE("SONiC: queues, marks, drops of priority groups, and the watchdog")
{
    CHECK(counters_of_file("sonic", "leaf1/show_queue_counters.txt", R"(admin@leaf1:~$ show queue counters
     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes
---------  -----  --------------  ---------------  -----------  ------------
Ethernet0    UC3           1,000          106,400            5           532
Ethernet0    MC8             N/A              N/A          N/A           N/A
)") == "Ethernet0 queue sent 3: 1000\nEthernet0 queue dropped 3: 5\n");
    CHECK(counters_of_file("sonic", "leaf1/show_queue_wredcounters.txt", R"(
     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0             2,500            250,000
)") == "Ethernet0 marked 3: 2500\n");
    CHECK(counters_of_file(
              "sonic", "leaf1/show_priority-group_drop_counters.txt", R"(Ingress PG dropped packets:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0    800      0      0      0      0
)") == "Ethernet0 group dropped 3: 800\n");
    CHECK(
        counters_of_file("sonic",
            "leaf1/show_pfcwd_stats.txt",
            R"(       QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP    TX LAST OK/DROP    RX LAST OK/DROP
------------  -----------  -------------------------  ------------  ------------  -----------------  -----------------
 Ethernet0:3  operational                        2/2       100/300       100/300                0/0                0/0
)") == "Ethernet0 queue stuck -: 2\n");
}

TEST_CASE("SONiC: a dump of COUNTERS_DB, whose maps name the objects")
{
    constexpr std::string_view dump = R"({
 "RATES:oid:0x1000000000002": {"expireat": 1.5, "ttl": -0.001, "type": "hash", "value": {"RX_BPS": "1"}},
 "COUNTERS_PORT_NAME_MAP": {"expireat": 1.5, "ttl": -0.001, "type": "hash", "value": {"Ethernet0": "oid:0x1000000000002"}},
 "COUNTERS_QUEUE_NAME_MAP": {"type": "hash", "value": {"Ethernet0:3": "oid:0x15000000000203", "Ethernet0:13": "oid:0x1500000000020d"}},
 "COUNTERS_QUEUE_TYPE_MAP": {"type": "hash", "value": {"oid:0x15000000000203": "SAI_QUEUE_TYPE_UNICAST",
   "oid:0x1500000000020d": "SAI_QUEUE_TYPE_MULTICAST"}},
 "COUNTERS_PG_NAME_MAP": {"type": "hash", "value": {"Ethernet0:3": "oid:0x1a000000000303"}},
 "COUNTERS:oid:0x1000000000002": {"type": "hash", "value": {"SAI_PORT_STAT_PFC_3_RX_PKTS": "7",
   "SAI_PORT_STAT_PFC_3_TX_PKTS": "8", "SAI_PORT_STAT_PFC_3_ON2OFF_RX_PKTS": "5", "SAI_PORT_STAT_IF_IN_OCTETS": "9"}},
 "COUNTERS:oid:0x15000000000203": {"type": "hash", "value": {"SAI_QUEUE_STAT_PACKETS": "100",
   "SAI_QUEUE_STAT_DROPPED_PACKETS": "2", "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS": "30", "SAI_QUEUE_STAT_TRIM_PACKETS": "4",
   "PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED": "1", "PFC_WD_STATUS": "operational"}},
 "COUNTERS:oid:0x1500000000020d": {"type": "hash", "value": {"SAI_QUEUE_STAT_PACKETS": "55"}},
 "COUNTERS:oid:0x1a000000000303": {"type": "hash", "value": {"SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS": "6"}},
 "USER_WATERMARKS:oid:0x1a000000000303": {"type": "hash",
  "value": {"SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES": "20480"}}
})";
    constexpr std::string_view shown = "Ethernet0 received 3: 7\n"
                                       "Ethernet0 sent 3: 8\n"
                                       "Ethernet0 queue sent 3: 100\n"
                                       "Ethernet0 queue dropped 3: 2\n"
                                       "Ethernet0 marked 3: 30\n"
                                       "Ethernet0 queue trimmed 3: 4\n"
                                       "Ethernet0 queue stuck -: 1\n"
                                       "Ethernet0 group dropped 3: 6\n"
                                       "Ethernet0 headroom 3: 20480\n";
    CHECK(counters_of_file("sonic", "leaf1/counters_db.json", dump) == shown);
    CHECK(find_driver("sonic")->detect(Source(0, "counters_db.json", dump)).confidence >= 90);
    // The rows alone, as the maps of another tool lack the members of a dump.
    CHECK(counters_of_file("sonic",
              "leaf1/counters_db.json",
              R"({"COUNTERS_PORT_NAME_MAP": {"Ethernet4": "oid:0x1"},
 "COUNTERS:oid:0x1": {"SAI_PORT_STAT_PFC_4_RX_PKTS": "12", "SAI_PORT_STAT_PFC_9_RX_PKTS": "13"}})")
        == "Ethernet4 received 4: 12\n");
    // Without the maps nothing says which ports the counters are of.
    CHECK(counters_of_file("sonic",
        "leaf1/counters_db.json",
        R"({"COUNTERS:oid:0x1": {"SAI_PORT_STAT_PFC_4_RX_PKTS": "12"}})",
        1)
              .empty());
    CHECK(counters_of_file("sonic",
        "leaf1/counters_db.json",
        R"({"COUNTERS_PORT_NAME_MAP": {"Ethernet4": "oid:0x1"},
 "COUNTERS:oid:0x1": {
  "SAI_PORT_STAT_PFC_4_RX_PKTS": "1.200"}})",
        1,
        "3 unrecognised")
              .empty());
}

TEST_CASE("Dell Enterprise SONiC: priority-flow-control statistics")
{
    CHECK(counters_of_file("sonic-cli",
              "leaf1/pfc.txt",
              R"(sonic# show qos interface Ethernet all priority-flow-control statistics
Flow Control frames received
       Port    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
-----------  ------  ------  ------  ------  ------  ------  ------  ------
        CPU       0       0       0       9       0       0       0       0
  Ethernet0       0       0       0       5       0       0       0       0

Flow Control frames transmitted
       Port    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
-----------  ------  ------  ------  ------  ------  ------  ------  ------
  Ethernet0       0       0       0       6       0       0       0       0
)") == "Ethernet0 received 3: 5\nEthernet0 sent 3: 6\n");
}

TEST_CASE("OS10: show queuing statistics")
{
    CHECK(counters_of_file(
              "os10", "leaf1/queues.txt", R"(leaf1# show queuing statistics interface ethernet 1/1/4
Interface ethernet1/1/4
Queue Packets                  Bytes                    Dropped-Packets          Dropped-Bytes
0     2                        128                      0                        0
3     900000                   988200000                7                        7448
leaf1#
)") == "ethernet1/1/4 queue sent 0: 2\nethernet1/1/4 queue sent 3: 900000\nethernet1/1/4 queue dropped 3: 7\n");
    CHECK(counters_of_file("os10",
              "leaf1/both.txt",
              R"(leaf1# show running-configuration
! Version 10.5.3.4
hostname leaf1
interface ethernet1/1/4
 no shutdown
leaf1# show queuing statistics interface ethernet 1/1/4
Interface ethernet1/1/4
Queue Packets                  Bytes                    Dropped-Packets          Dropped-Bytes
3     1.000                    988200000                7                        7448
)",
              1,
              "9 unrecognised")
        == "ethernet1/1/4 queue dropped 3: 7\n");
}

TEST_CASE("Onyx: pause frames of a priority, and drops of a traffic class")
{
    CHECK(counters_of_file("onyx",
              "leaf1/pfc.txt",
              R"(leaf1 [standalone: master] # show interfaces ethernet counters pfc prio 3

Eth1/1:
  PFC 3:
    Rx
      1200                 pause packets
      99                   pause duration
    Tx
      7                    pause packets
      0                    pause duration

Eth1/2:
  PFC 3:
    Rx
      0                    pause packets
    Tx
      5                    pause packets
)") == "Eth1/1 received 3: 1200\nEth1/1 sent 3: 7\nEth1/2 sent 3: 5\n");
    CHECK(counters_of_file("onyx", "leaf1/tc.txt", R"(Eth1/1:
  TC 3:
      900000               packets
      12                   unicast no buffer discard
)") == "Eth1/1 queue dropped 3: 12\n");
}

}
}
