// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::cc007 {
namespace {

constexpr std::string_view by_qcn
    = R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_ALGORITHM_P1                        ECN(0)               QCN(1)               QCN(1)
)";

constexpr Example examples[] = {
    {.title = "The firmware slows down on messages of switches, which mark packets instead",
        .files = {{{"linux-host", "host1", by_qcn}}},
        .flagged = "ROCE_CC_ALGORITHM_P1"},
    {.title = "A template sets the algorithm to QCN",
        .files = {{{"kubernetes", "nics", R"(-    numVfs: 0
+    numVfs: 0
+    rawNvConfig:
+      - {name: ROCE_CC_ALGORITHM_P1, value: "1"}
)"}}},
        .flagged = "ROCE_CC_ALGORITHM_P1"},
    {.title = "The firmware slows down on marks",
        .files = {{{"linux-host",
            "host1",
            R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_ALGORITHM_P1                        ECN(0)               ECN(0)               ECN(0)
)"}}}},
    {.title = "The policy leaves RDMA to PFC alone",
        .files = {{{"linux-host", "host1", by_qcn}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: none\n"},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->reacts_to_qcn.is(true))
        return;
    const PrioritySet carried = context.carried();
    const auto counts_on_marks = [&](const RdmaClass& rdma_class) {
        return rdma_class.ecn && carried.has(rdma_class.priority)
            && context.classes.control_of(rdma_class) == CongestionControl::dcqcn;
    };
    const auto marked = std::ranges::find_if(context.classes.classes, counts_on_marks);
    if (marked == context.classes.classes.end())
        return;
    context.report({.at = context.place(nic->reacts_to_qcn.origin),
        .message = fmt::format(
            "the firmware of {} slows down on the messages of 802.1Qau (QCN) instead of ECN marks: switches "
            "mark RDMA of {}, and this NIC goes on at full speed",
            context.port_label(context.id),
            marked->label()),
        .subjects = {context.subject(Property::congestion_control)},
        .fix
        = "mlxconfig -d DEVICE set ROCE_CC_ALGORITHM_P1=ECN (P2 for the second port), and reset the NIC."});
}

}

extern const Rule rule = {
    .code = "CC007",
    .name = "congestion-control-by-qcn",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A NIC's firmware is set to QCN, while RDMA is to slow down on ECN marks.",
    .why
    = "The firmware has one setting for what its congestion control reacts to. DCQCN needs ECN: switches mark IP packets, "
      "receivers answer with CNPs. QCN (802.1Qau) needs messages that switches send to the sender within one VLAN; routed "
      "RoCE never gets one. A NIC that waits for them does not slow down, and pushes those that do off the link.",
    .source
    = "Mellanox/mstflint 4, mlxconfig, RoCECCParams5thGen (roce_cc_algorithm), and the help of mlxconfig show_confs "
      "(ROCE_CC_ALGORITHM_P1: ECN or QCN); IEEE 802.1Q-2022 clause 30 (congestion notification within a bridged domain); Zhu et "
      "al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 2 (why QCN does not serve "
      "routed networks)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "mlxconfig -d DEVICE set ROCE_CC_ALGORITHM_P1=ECN, then reset the NIC.",
    .check_port = check,
};

}
