// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd007 {
namespace {

constexpr Example examples[] = {
    {.title = "The switch pauses a class of which it marks nothing",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0     100       0       0       0       0
Ethernet4       0       0       0       0       0       0       0       0

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0                 7                700
Ethernet4    UC3               0                0                 0                  0

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0   9,100       0       0       0       0
Ethernet4       0       0       0       0       0       0       0       0

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0                 7                700
Ethernet4    UC3               0                0                 0                  0
)",
                "show_pfc_counters.txt"}}},
        .flagged = "9,100"},
    {.title = "The counter of a port's pause frames is of all priorities, and the port sends them for one",
        .files = {{{"nxos", "leaf1", R"(+leaf1# show interface priority-flow-control
+Port               Mode Oper(VL bmap)  RxPPP      TxPPP
+Ethernet1/1        On   On   (8)       0          100
+Ethernet1/2        On   On   (8)       0          0
+leaf1# show queuing interface
+Egress Queuing for Ethernet1/1 [System]
+|                              QOS GROUP 3                    |
+|                  ECN Pkts |               7|               0|
+Egress Queuing for Ethernet1/2 [System]
+|                              QOS GROUP 3                    |
+|                  ECN Pkts |               0|               0|
+leaf1# show interface priority-flow-control
+Port               Mode Oper(VL bmap)  RxPPP      TxPPP
+Ethernet1/1        On   On   (8)       0          9100
+Ethernet1/2        On   On   (8)       0          0
+leaf1# show queuing interface
+Egress Queuing for Ethernet1/1 [System]
+|                              QOS GROUP 3                    |
+|                  ECN Pkts |               7|               0|
+Egress Queuing for Ethernet1/2 [System]
+|                              QOS GROUP 3                    |
+|                  ECN Pkts |               0|               0|
)"}}},
        .flagged = "9100"},
    {.title = "Marks come with the pause, from the queue of another port",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0     100       0       0       0       0

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0                 7                700
Ethernet4    UC3               0                0                 0                  0

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0   9,100       0       0       0       0

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0                 7                700
Ethernet4    UC3               0                0            88,000          8,800,000
)",
                "show_pfc_counters.txt"}}}},
    {.title = "The marks of one port that carries the class are not known",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0     100       0       0       0       0

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0                 7                700

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0   9,100       0       0       0       0

     Port    TxQ    WredDrp/pkts    WredDrp/bytes    EcnMarked/pkts    EcnMarked/bytes
---------  -----  --------------  ---------------  ----------------  -----------------
Ethernet0    UC3               0                0                 7                700
)",
                "show_pfc_counters.txt"}}}},
};

// A counter of marks of the class, if all ports of the switch that carry the class have one and none grew.
const Counter* idle_marks(const PortContext& context, Priority priority)
{
    const Device& device = context.device();
    const Counter* idle = nullptr;
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        const PortId id{context.id.device, port};
        if (device.ports[port].kind != PortKind::physical
            || context.analysis.judgement(id).verdict != Verdict::roce
            || !context.analysis.carried_classes(id).has(priority))
            continue;
        Observed marks = observe_queue(device, port, CounterKind::marked, priority);
        if (marks.counter == nullptr)
            marks = observe(device, port, CounterKind::marked);
        if (!marks.stands_still() || !marks.is_growth || marks.went_down)
            return nullptr;
        idle = marks.counter;
    }
    return idle;
}

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_switch() || context.device().counters.empty())
        return;
    const PrioritySet required = context.required();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        const Priority priority = rdma_class.priority;
        if (!required.has(priority) || !context.classes.expects_marks(rdma_class))
            continue;
        const Observed paused = observe_pause_sent(context, priority);
        if (!paused.counted() || !paused.is_growth)
            continue;
        const Counter* marks = idle_marks(context, priority);
        if (marks == nullptr)
            continue;
        Diagnosis diagnosis{.at = paused.counter->at,
            .message = fmt::format(
                "{} pauses priority {}, of which no port of the switch marks a packet, so that senders "
                "stop instead of slowing down: {}",
                context.port_label(context.id),
                priority,
                describe(paused)),
            .subjects = {context.subject(Property::ecn, priority)},
            .related = {{marks->at, "no marks between the two captures"}},
            .fix = fmt::format(
                "Let the queues of priority {} mark below the fill at which the switch pauses.", priority)};
        diagnosis.show(paused.counter->earlier_at, "the counter in the earlier capture");
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "EVD007",
    .name = "paused-without-marks",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "Counters show that a switch pauses a class of which it marks nothing.",
    .why
    = "Marks are to slow senders down before a queue is so full that the switch pauses its neighbours. A switch that pauses "
      "and marks nothing either does not mark the class, marks only above the fill at which it pauses, or sees packets that "
      "are not ECN-capable. Pause then spreads congestion to flows that do not cause it.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 4 (ECN before PFC); SAI, "
      "saiqueue.h (SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Compare the marking thresholds of the queue with the fill at which the switch pauses.",
    .yields = true,
    .check_port = check,
};

}
