// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc003 {
namespace {

constexpr Example examples[] = {
    {.title = "PFC is on for all eight priorities",
        .files = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "0,1,2,3,4,5,6,7",
 "pfcwd_sw_enable": "0,1,2,3,4,5,6,7"}},
 "BUFFER_PG": {"Ethernet0|0": null, "Ethernet0|3": null,
 "Ethernet0|0-7": {"profile": "pg_lossless_100000_5m_profile"}}})"}}},
        .flagged = R"("pfc_enable": "0,1,2,3,4,5,6,7")"},
    {.title = "PFC is on for the RDMA class", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Every priority is no-drop",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   priority-flow-control priority 3 no-drop
+   priority-flow-control priority 0 no-drop
+   priority-flow-control priority 1 no-drop
+   priority-flow-control priority 2 no-drop
+   priority-flow-control priority 3 no-drop
+   priority-flow-control priority 4 no-drop
+   priority-flow-control priority 5 no-drop
+   priority-flow-control priority 6 no-drop
+   priority-flow-control priority 7 no-drop
)"}}},
        .flagged = "priority-flow-control priority 7 no-drop"},
    {.title = "Only priority 3 is no-drop", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "Every priority is paused",
        .files = {{{"onyx", "leaf1", R"(-   dcb priority-flow-control priority 3 enable
+   dcb priority-flow-control priority 0 enable
+   dcb priority-flow-control priority 1 enable
+   dcb priority-flow-control priority 2 enable
+   dcb priority-flow-control priority 3 enable
+   dcb priority-flow-control priority 4 enable
+   dcb priority-flow-control priority 5 enable
+   dcb priority-flow-control priority 6 enable
+   dcb priority-flow-control priority 7 enable
)"}}},
        .flagged = "priority 7 enable"},
    {.title = "Only priority 3 is paused", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "The profile of all ports pauses every switch priority",
        .files = {{{"nvue", "leaf1", R"(+nv set qos pfc default-global switch-priority 0-7
)"}}},
        .flagged = "switch-priority 0-7"},
    {.title = "`qos roce` leaves seven priorities lossy", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Every priority is paused",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
- priority-flow-control priority 3
+ priority-flow-control priority 0
+ priority-flow-control priority 1
+ priority-flow-control priority 2
+ priority-flow-control priority 3
+ priority-flow-control priority 4
+ priority-flow-control priority 5
+ priority-flow-control priority 6
+ priority-flow-control priority 7
)"}}},
        .flagged = "priority-flow-control priority 7"},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    // With asymmetric PFC, a port obeys received pause for every priority by design.
    if (!port.pfc_tx.is(PrioritySet{0xff}) || context.judgement().verdict == Verdict::not_roce)
        return;
    const PrioritySet wanted = context.required();
    Diagnosis diagnosis{.at = context.place(port.pfc_tx.origin),
        .message
        = fmt::format("{} has PFC on all eight priorities: routing protocols and CNPs stop with the bulk "
                      "traffic, and the memory has no headroom for so many classes",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::pfc)},
        .fix = fmt::format("Leave PFC on only for the lossless classes of {}.", port.name)};
    // Some platforms have no line that leaves a certain priority out.
    const PrioritySet removable = port.pfc_tx.value - wanted - context.device().always_paused;
    if (!wanted.empty())
        diagnosis.changes.push_back(
            context.change(Property::pfc, PriorityDelta{.add = {}, .remove = removable}));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC003",
    .name = "all-priorities-lossless",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "A port has PFC on for all eight priorities.",
    .why = "With every priority paused nothing is left that keeps moving under congestion: routing hellos "
           "and CNPs wait behind the traffic that they should relieve, and headroom that suffices for one "
           "or two classes is shared out among eight.",
    .source = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016 (headroom limits the "
              "lossless classes to two); IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Keep PFC for the lossless classes and clear the other bits.",
    .check_port = check,
};

}
