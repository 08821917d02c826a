// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd010 {
namespace {

constexpr std::string_view host_link
    = "devices:\n  leaf1: {role: leaf}\n  host1: {role: host}\nlinks:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n";
constexpr std::string_view marking_leaf
    = R"(     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0               100             10,000

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0            90,100          9,010,000
)";

constexpr Example examples[] = {
    {.title = "The leaf marks packets to a host whose NIC sees no mark",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", marking_leaf, "show_queue_wredcounters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 np_ecn_marked_roce_packets 4
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 np_ecn_marked_roce_packets 4
)"}}},
        .topology = host_link,
        .flagged = "90,100"},
    {.title = "The marks of the leaf reach the NIC",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", marking_leaf, "show_queue_wredcounters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 np_ecn_marked_roce_packets 4
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 np_ecn_marked_roce_packets 89004
)"}}},
        .topology = host_link},
    {.title = "A few marks, which the captures of two devices need not both hold",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0               100             10,000

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0               140             14,000
)",
                "show_queue_wredcounters.txt"},
            {"linux-host", "host1", R"(+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 10 np_ecn_marked_roce_packets 4
+root@host1:~# rdma statistic show
+link mlx5_0/1 rx_write_requests 20 np_ecn_marked_roce_packets 4
)"}}},
        .topology = host_link},
};

constexpr double many_marks[] = {1000};
constexpr Parameter parameters[] = {{"packets",
    many_marks,
    "packets",
    "packets that the switch marked between two captures from which on it is judged whether the NIC saw marks",
    "a choice: the captures of a switch and of a NIC are not made at the same time, so that a few marks may fall between them"}};

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_switch() || context.device().counters.empty())
        return;
    const auto peer = context.fabric.peer(context.id);
    if (!peer || context.fabric.device(*peer).kind != DeviceKind::host)
        return;
    const Observed seen = observe(context.fabric.device(*peer), peer->port, CounterKind::marks_received);
    if (!seen.stands_still() || !seen.is_growth)
        return;
    for (const Priority priority : context.carried()) {
        const Observed marked
            = observe_queue(context.device(), context.id.port, CounterKind::marked, priority);
        if (!marked.is_growth || static_cast<double>(marked.count) < context.number("packets"))
            continue;
        context.report({.at = marked.counter->at,
            .message
            = fmt::format("{} marks packets of priority {}, and the NIC at the other end sees no mark: {}",
                context.port_label(context.id),
                priority,
                describe(marked)),
            .subjects = {{*peer, Property::congestion_control, priority}},
            .related = {{seen.counter->at, "no marked packets arrived between the two captures"}},
            .fix
            = "See whether the NIC looks for marks of the priority that RDMA arrives in, and whether the packets are "
              "RDMA's."});
    }
}

}

extern const Rule rule = {
    .code = "EVD010",
    .name = "marks-not-seen",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "Counters show that a switch marks packets to a host whose NIC sees no mark.",
    .why
    = "The switch in front of a host marks what its queue holds, and the NIC counts marked packets of RDMA. If one counts and "
      "the other does not, the NIC ignores marks of this priority, the marked packets are not RDMA's, or something between "
      "them clears the marks. In each case senders do not slow down, and pause has to do it.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3.1; Linux, "
      "drivers/infiniband/hw/mlx5/counters.c (np_ecn_marked_roce_packets); SAI, saiqueue.h "
      "(SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Compare the priority of RDMA at the NIC with the one that the switch marks.",
    .yields = true,
    .check_port = check,
};

}
