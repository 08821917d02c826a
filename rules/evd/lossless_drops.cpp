// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd001 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC drops packets of the lossless priority between two captures",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 1000000
+     rx_prio3_buf_discard: 7
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_packets: 2000000
+     rx_prio3_buf_discard: 1207
)"}}},
        .flagged = "rx_prio3_buf_discard: 1207"},
    {.title = "One capture shows packets of the lossless priority that were dropped at some time",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_discards: 12
)"}}},
        .flagged = "rx_prio3_discards: 12"},
    {.title = "The priority group of a lossless class dropped packets at a switch",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(Ingress PG dropped packets:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0      5      0      0      0      0
Ethernet4      9      0      0      0      0      0      0      0

Ingress PG dropped packets:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0  1,205      0      0      0      0
Ethernet4     90      0      0      0      0      0      0      0
)",
                "show_priority-group_drop_counters.txt"}}},
        .flagged = "1,205"},
    {.title
        = "The queues of a chassis that lead to the port dropped packets of the lossless class at some time",
        .files = {{{"eos", "leaf1", ""},
            {"eos",
                "leaf1",
                R"({"ingressVoqCounters": {"interfaces": {"Ethernet1/1": {"trafficClasses": {
 "TC0": {"droppedBytes": 6400, "enqueuedPackets": 9, "enqueuedBytes": 900, "droppedPackets": 70},
 "TC3": {"droppedBytes": 640, "enqueuedPackets": 9, "enqueuedBytes": 900, "droppedPackets": 12}}}}}})",
                "show_interfaces_counters_queue.json"}}},
        .flagged = "\"droppedPackets\": 12"},
    {.title = "Old drops did not grow, and packets of a lossy priority are dropped",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_buf_discard: 100
+     rx_prio3_buf_discard: 7
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_buf_discard: 900
+     rx_prio3_buf_discard: 7
)"}}}},
    {.title = "The counters were cleared between the captures",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_buf_discard: 700
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_buf_discard: 7
)"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || context.device().counters.empty())
        return;
    for (const Priority priority : context.required()) {
        const Observed dropped = observe_drops(context, priority);
        if (!dropped.counted())
            continue;
        Diagnosis diagnosis{.at = dropped.counter->at,
            .message = fmt::format("{} dropped packets of priority {}, which must be lossless: {}",
                context.port_label(context.id),
                priority,
                describe(dropped)),
            .subjects
            = {context.subject(Property::headroom, priority), context.subject(Property::pfc, priority)},
            .fix
            = "See that PFC is on for the priority at both ends of the cable, and that the headroom of this port holds "
              "what arrives after a pause."};
        if (!dropped.is_growth)
            diagnosis.severity = Severity::warning;
        else
            diagnosis.show(dropped.counter->earlier_at, "the counter in the earlier capture");
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "EVD001",
    .name = "lossless-class-dropped",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities
    = {{{Severity::warning, "where only one capture shows the counter, so that the drops may be old"}}},
    .scope = Scope::port,
    .summary = "Counters show that packets of a lossless class were dropped.",
    .why
    = "PFC stops the sender before the receiver's buffer is full. A packet of a lossless priority that finds no buffer "
      "proves that it did not: the peer was not paused, did not obey, or more arrived after the pause than the headroom "
      "holds. RDMA answers each such packet by sending again everything that followed it. Whatever configurations say, "
      "the class is not lossless here.",
    .source
    = "IEEE 802.1Q-2022 clause 36 and annex N; SAI, saibuffer.h (SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS); Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/"
      "counters.rst (rx_prio[p]_buf_discard, rx_prio[p]_cong_discard, rx_prio[p]_discards); aristanetworks/anta, "
      "VerifyInterfaceQueuDropsJericho (drops of virtual output queues)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Compare PFC at both ends of the cable, then the headroom with the cable's length and speed.",
    .yields = true,
    .check_port = check,
};

}
