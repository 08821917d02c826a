// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd011 {
namespace {

constexpr std::string_view host_link
    = "devices:\n  leaf1: {role: leaf}\n  host1: {role: host}\nlinks:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n";
constexpr std::string_view sending_leaf
    = R"(     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes
---------  -----  --------------  ---------------  -----------  ------------
Ethernet0    UC3           1,000          100,000            0             0

     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes
---------  -----  --------------  ---------------  -----------  ------------
Ethernet0    UC3          91,000        9,100,000            0             0
)";

constexpr Example examples[] = {
    {.title = "What leaves the leaf in the queue of priority 3 reaches the NIC in priority 0",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", sending_leaf, "show_queue_counters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 90500
+     rx_prio3_packets: 7
)"}}},
        .topology = host_link,
        .flagged = "91,000"},
    {.title = "It reaches the NIC in priority 3",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", sending_leaf, "show_queue_counters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 600
+     rx_prio3_packets: 90007
)"}}},
        .topology = host_link},
    {.title = "The counters of the NIC stand still, as those of a port without traffic do",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", sending_leaf, "show_queue_counters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
)"}}},
        .topology = host_link},
    {.title
        = "Far fewer packets arrived than the leaf sent: its captures are of another time, when RDMA passed",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", sending_leaf, "show_queue_counters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 900
+     rx_prio3_packets: 7
)"}}},
        .topology = host_link},
    {.title = "A few packets of the class, which the captures of two devices need not both hold",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes
---------  -----  --------------  ---------------  -----------  ------------
Ethernet0    UC3           1,000          100,000            0             0

     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes
---------  -----  --------------  ---------------  -----------  ------------
Ethernet0    UC3           1,020          102,000            0             0
)",
                "show_queue_counters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 90500
+     rx_prio3_packets: 7
)"}}},
        .topology = host_link},
};

constexpr double many_packets[] = {1000};
constexpr Parameter parameters[] = {{"packets",
    many_packets,
    "packets",
    "packets of the class that the switch sent between two captures from which on their arrival is judged",
    "a choice: the captures of a switch and of a NIC are not made at the same time, so that a few packets may pass between them"}};

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_switch() || context.device().counters.empty())
        return;
    const auto peer = context.fabric.peer(context.id);
    if (!peer || context.fabric.device(*peer).kind != DeviceKind::host)
        return;
    const Device& host = context.fabric.device(*peer);
    const Arrival other = busiest_arrival(host, peer->port);
    if (!other.packets.counted())
        return;
    for (const Priority priority : context.carried()) {
        const Observed received = observe(host, peer->port, CounterKind::packets_received, priority);
        if (!received.stands_still() || !received.is_growth)
            continue;
        const Observed sent = observe_own_queue(context, CounterKind::queue_sent, priority);
        if (!sent.is_growth || static_cast<double>(sent.count) < context.number("packets"))
            continue;
        // What the switch sent must have arrived in some priority. With fewer packets, the captures are of different times.
        if (other.packets.count < sent.count / 2)
            continue;
        context.report({.at = sent.counter->at,
            .message = fmt::format(
                "{} sends packets in the queue of priority {}, but none reaches the NIC at the other end "
                "in this priority; most arrive in priority {}: {}",
                context.port_label(context.id),
                priority,
                other.priority,
                describe(sent)),
            .subjects = {{*peer, Property::trust}},
            .related = {{received.counter->at, "no packets of this priority between the two captures"},
                {other.packets.counter->at, describe(other.packets)}},
            .fix
            = "See whether the NIC classifies by DSCP, and to which priority it maps the DSCP of RDMA."});
    }
}

}

extern const Rule rule = {
    .code = "EVD011",
    .name = "class-arrives-in-another-priority",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary
    = "Counters show that a class leaves a switch in its queue and reaches the NIC in another priority.",
    .why
    = "Both ends of a cable must put a packet into the same priority. A NIC that trusts the PCP takes packets without a VLAN "
      "tag for priority 0, and one with another map of DSCPs takes them for that of the map. It then fills the buffer of a "
      "priority that it does not pause, and drops RDMA packets that the switch protects. Nothing is concluded where far fewer packets "
      "reach the NIC in the other priority than left the switch: their captures are then of different times.",
    .source
    = "IEEE 802.1Q-2022 clause 36.1.3.3; Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst "
      "(rx_prio[p]_packets); SAI, saiqueue.h (SAI_QUEUE_STAT_PACKETS)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Let the NIC trust DSCP, with the same map as the switch.",
    .yields = true,
    .check_port = check,
};

}
