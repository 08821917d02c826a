// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/member_places.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc009 {
namespace {

constexpr Example examples[] = {
    {.title = "The priority of CNPs is paused like the RDMA class",
        .files = {{{"sonic",
            "leaf1",
            R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,6", "pfcwd_sw_enable": "3,6"}},
 "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"6": "6"}},
 "BUFFER_PG": {"Ethernet0|6": {"profile": "pg_lossless_100000_5m_profile"},
               "Ethernet4|6": {"profile": "ingress_lossy_profile"}}})"}}},
        .flagged = R"("pfc_enable": "3,6")"},
    {.title = "CNPs are lossy", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Priority 6 is no-drop",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
+   priority-flow-control priority 6 no-drop
)"}}},
        .flagged = "priority-flow-control priority 6 no-drop"},
    {.title = "Priority 6 is lossy", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The class of CNPs is made lossless too",
        .files = {{{"junos", "leaf1", R"(-        class CNP queue-num 6;
+        class CNP queue-num 6 no-loss pfc-priority 6;
@ dscp {
+                    code-point 110000 {
+                        pfc;
+                    }
@ ieee-802.1 {
+                    code-point 110 {
+                        flow-control-queue 6;
+                    }
)"}}},
        .flagged = "code-point 110000 {"},
    {.title = "The class of CNPs is lossy", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "Priority 6 is paused too",
        .files = {{{"onyx", "leaf1", R"(+   dcb priority-flow-control priority 6 enable
)"}}},
        .flagged = "priority 6 enable"},
    {.title = "Only priority 3 is paused", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "The class of CNPs pauses",
        .files = {{{"os10", "leaf1", R"(@ class-map type network-qos RDMA-GROUP
- match qos-group 3
+ match qos-group 3
+!
+class-map type network-qos CNP-GROUP
+ match qos-group 6
@ policy-map type network-qos FABRIC-PFC
-  pfc-cos 3
+  pfc-cos 3
+ !
+ class CNP-GROUP
+  pause
+  pfc-cos 6
)"}}},
        .flagged = "pfc-cos 6"},
    {.title = "The class of CNPs is no-drop",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type network-qos FABRIC-NQ
+  class type network-qos c-8q-nq6
+    pause pfc-cos 6
)"}}},
        .flagged = "pause pfc-cos 6"},
    {.title = "The priority of CNPs is paused",
        .files = {{{"sonic-cli", "leaf1", R"(-roce enable pfc-priority 3,4
+roce enable pfc-priority 3,6
- traffic-class 4 priority-group 4
- traffic-class 0-2,5-7 priority-group 7
+ traffic-class 6 priority-group 6
+ traffic-class 0-2,4-5,7 priority-group 7
@ interface Eth1/1
- priority-flow-control priority 3
+ priority-flow-control priority 3
+ priority-flow-control priority 6
)"}}},
        .flagged = "priority-flow-control priority 6"},
    {.title = "CNPs are paused with RDMA",
        .files = {{{"nvue", "leaf1", R"(+nv set qos pfc default-global switch-priority 3,6
)"}}},
        .flagged = "switch-priority 3,6"},
    {.title = "`qos roce` leaves CNPs unpaused", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The priority of CNPs is paused",
        .files = {{{"vrp", "leaf1", R"(@ dcb pfc
+ priority 6
)"}}},
        .flagged = "priority 6"},
    {.title = "The host port pauses the priority of CNPs too",
        .files
        = {{{"aoscx", "leaf1", R"(-qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3
+qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3,6
@ interface 1/1/1
-    flow-control priority rxtx 3
+    flow-control priority rxtx 3,6
)"}}},
        .flagged = "flow-control priority rxtx 3,6"},
    {.title = "The location makes the traffic class of CNPs lossless too",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-extended traffic-class-default 6
)"}}},
        .flagged = "buffer-extended traffic-class-default 6"},
    {.title = "The host port pauses the priority of CNPs too",
        .files = {{{"comware", "leaf1", R"(- priority-flow-control deadlock cos 3 interval 10
+ priority-flow-control deadlock cos 3 interval 10
+ priority-flow-control deadlock cos 6 interval 10
@ interface HundredGigE1/0/1
- priority-flow-control no-drop dot1p 3
+ priority-flow-control no-drop dot1p 3,6
)"}}},
        .flagged = "priority-flow-control no-drop dot1p 3,6"},
    {.title = "The class of CNPs fills a PFC queue too",
        .files = {{{"srlinux", "leaf1", R"(@ unicast-mapping {
+                pfc-queue pfc6 {
+                    forwarding-class fc6
+                    pfc-pause-frame-priority 6
+                }
)"}}},
        .flagged = "pfc-mapping-profile RDMA"},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    // Tunnel remapping makes priority 6 lossless by design and moves CNPs elsewhere.
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || context.device().tunnel_remap || !port.pfc_tx.known() || port.pfc_tx.value.empty())
        return;
    const auto cnp = cnp_priority(context.classes, context.device(), port);
    // CNPs inside an RDMA class are a fault of classification.
    if (!cnp || !port.pfc_tx.value.has(*cnp) || context.classes.lossless().has(*cnp)
        || port.pfc_tx.value.size() == 8)
        return;
    context.report({.at = place_of(context.device(), port.pfc_tx, PrioritySet::of(*cnp), &port),
        .message
        = fmt::format("{} has PFC on priority {}, which carries CNPs: the packets that should slow the "
                      "senders down wait behind the congestion",
            context.port_label(context.id),
            *cnp),
        .subjects = {context.subject(Property::pfc, *cnp)},
        .fix = fmt::format("Turn PFC off for priority {} on {}.", *cnp, port.name),
        .changes
        = {context.change(Property::pfc, PriorityDelta{.add = {}, .remove = PrioritySet::of(*cnp)})}});
}

}

extern const Rule rule = {
    .code = "PFC009",
    .name = "lossless-cnp",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "The priority of congestion notification packets has PFC on.",
    .why = "A CNP is useful only while it is fresh. A paused CNP arrives after the queues have filled, "
           "and a lost one is replaced by the next; so their class is served first and never paused.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015 (CNPs have high "
      "priority); NVIDIA Cumulus Linux 5.16, RDMA over Converged Ethernet (CNPs in a strict class without "
      "PFC)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Clear the priority's PFC bit and serve its queue strictly first.",
    .check_port = check,
};

}
