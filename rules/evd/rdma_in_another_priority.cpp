// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd015 {
namespace {

constexpr Example examples[] = {
    {.title = "RDMA requests arrive, and packets only in priority 0",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 90500
+     rx_prio3_packets: 7
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 8010
)"}}},
        .flagged = "rx_prio0_packets: 90500"},
    {.title = "Packets that a switch marked arrive, and only in priority 0",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 np_ecn_marked_roce_packets 4 np_cnp_sent 4
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 90500
+     rx_prio3_packets: 7
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 8010 np_ecn_marked_roce_packets 64 np_cnp_sent 64
)"}}},
        .flagged = "rx_prio0_packets: 90500"},
    {.title = "RDMA arrives in its priority",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 90500
+     rx_prio3_packets: 32007
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 8010
)"}}}},
    {.title = "More requests than packets arrived: they come from the host itself",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 500
+     rx_prio3_packets: 7
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio0_packets: 600
+     rx_prio3_packets: 7
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 8010
)"}}}},
};

// A counter of a priority of RDMA, if none of these priorities received a packet between two captures; otherwise null.
const Counter* idle_class(PortContext& context)
{
    const Counter* idle = nullptr;
    for (const Priority priority : context.carried()) {
        const Observed received = observe(context, CounterKind::packets_received, priority);
        if (!received.stands_still() || !received.is_growth)
            return nullptr;
        idle = received.counter;
    }
    return idle;
}

void check(PortContext& context)
{
    // The counters of an RDMA device of several ports are not those of one of them.
    const Port& port = context.port();
    if (!context.is_roce() || !context.on_host() || context.device().counters.empty()
        || port.kind != PortKind::physical || port.lag != Port::no_index)
        return;
    const Observed requests = observe(context, CounterKind::rdma_requests);
    if (!requests.counted() || !requests.is_growth)
        return;
    const Counter* idle = idle_class(context);
    const Arrival other = busiest_arrival(context.device(), context.id.port);
    if (idle == nullptr || other.packets.count < requests.count)
        return;
    // Only switches mark packets, so that marked ones came over the wire.
    const Observed marks = observe(context.device(), context.id.port, CounterKind::marks_received);
    const bool is_proven = marks.counted() && marks.is_growth;
    std::vector<Related> related{{requests.counter->at, describe(requests)},
        {idle->at, "no packets of this priority between the two captures"}};
    if (is_proven)
        related.push_back({marks.counter->at, "RDMA packets arrived over the wire: " + describe(marks)});
    context.report({.severity = is_proven ? std::nullopt : std::optional(Severity::info),
        .at = other.packets.counter->at,
        .message = fmt::format(
            "RDMA requests reach {}, but no packet arrives in priority {}, where RDMA should be; most packets arrive in "
            "priority {}: {}{}",
            context.port_label(context.id),
            to_string(context.carried()),
            other.priority,
            describe(other.packets),
            is_proven ? "" : "; requests that the host sends to itself count, too"),
        .subjects = {context.subject(Property::trust)},
        .related = std::move(related),
        .fix
        = "See which DSCP and priority the senders give RDMA, what switches rewrite, and whether the NIC trusts DSCP."});
}

}

extern const Rule rule = {
    .code = "EVD015",
    .name = "rdma-in-another-priority",
    .severity = Severity::warning,
    .by_assumed_default = Severity::info,
    .other_severities = {{{Severity::info,
        "where no RDMA packet arrives marked by a switch, so that the host may send the requests to itself"}}},
    .scope = Scope::port,
    .summary = "Counters show that RDMA reaches a NIC in a different priority from that of its class.",
    .why
    = "PFC, buffers and marking protect RDMA only in the priority that they are set up for. A NIC that counts RDMA requests while the "
      "priority of RDMA receives nothing gets them in another one: the sender marks its packets differently, a switch rewrites them, or "
      "the NIC classifies by another field. They share a lossy queue with everything else. Requests that the host sends to itself do not "
      "pass the wire: nothing is concluded unless at least as many packets arrived, and only packets that a switch marked prove that "
      "RDMA came over the wire.",
    .source
    = "Linux, drivers/infiniband/hw/mlx5/counters.c (rx_write_requests, rx_read_requests), "
      "Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst (rx_prio[p]_packets); IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Let senders, switches and the NIC agree on the DSCP and priority of RDMA.",
    .yields = true,
    .check_port = check,
};

}
