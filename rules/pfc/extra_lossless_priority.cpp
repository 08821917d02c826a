// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/member_places.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc002 {
namespace {

constexpr double most_lossless[] = {2};
constexpr Parameter parameters[] = {
    {.name = "max_lossless",
        .defaults = most_lossless,
        .unit = "priorities",
        .meaning = "lossless priorities on one port beyond which a further one is an error",
        .source = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016: shallow-buffer "
                  "switches have headroom for two lossless classes"},
    {.name = "allowed_extra",
        .defaults = {},
        .unit = "priorities",
        .meaning = "priorities that may be lossless in addition to the classes of the policy",
        .source = "the site's choice, for instance for storage traffic"},
};

constexpr Example examples[] = {
    {.title = "Priority 5 is lossless in addition to the RDMA class",
        .files = {{{"sonic",
            "leaf1",
            R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,5", "pfcwd_sw_enable": "3,5"}},
 "BUFFER_PG": {"Ethernet0|5": {"profile": "pg_lossless_100000_5m_profile"}}})"}}},
        .flagged = R"("pfc_enable": "3,5")"},
    {.title = "Only the RDMA class is lossless", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The policy allows priority 5 for storage",
        .files = {{{"sonic",
            "leaf1",
            R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,5", "pfcwd_sw_enable": "3,5"}},
 "BUFFER_PG": {"Ethernet0|5": {"profile": "pg_lossless_100000_5m_profile"}}})"}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  PFC002: {parameters: {allowed_extra: [5]}}\n"},
    {.title = "Priority 4 is no-drop although nothing uses it",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
+   priority-flow-control priority 4 no-drop
)"}}},
        .flagged = "priority-flow-control priority 4 no-drop"},
    {.title = "Priority 3 alone is no-drop", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "A second class is paused although nothing uses it",
        .files = {{{"junos", "leaf1", R"(@ forwarding-classes {
+        class STORAGE queue-num 4 no-loss pfc-priority 4;
@ dscp rdma {
+            forwarding-class STORAGE {
+                loss-priority low code-points 100010;
+            }
@ dscp {
+                    code-point 100010 {
+                        pfc;
+                    }
@ ieee-802.1 {
+                    code-point 100 {
+                        flow-control-queue 4;
+                    }
)"}}},
        .flagged = "code-point 100010 {"},
    {.title = "Only the class of DSCP 26 is paused", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "Priority 4 is paused although nothing uses it",
        .files = {{{"onyx", "leaf1", R"(+   dcb priority-flow-control priority 4 enable
)"}}},
        .flagged = "priority 4 enable"},
    {.title = "Only priority 3 is paused", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "A class pauses although nothing uses it",
        .files = {{{"os10", "leaf1", R"(@ class-map type network-qos RDMA-GROUP
- match qos-group 3
+ match qos-group 3
+!
+class-map type network-qos EXTRA-GROUP
+ match qos-group 4
@ policy-map type network-qos FABRIC-PFC
-  pfc-cos 3
+  pfc-cos 3
+ !
+ class EXTRA-GROUP
+  pause
+  pfc-cos 4
)"}}},
        .flagged = "pfc-cos 4"},
    {.title = "A class is no-drop although nothing uses it",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type network-qos FABRIC-NQ
+  class type network-qos c-8q-nq4
+    pause pfc-cos 4
)"}}},
        .flagged = "pause pfc-cos 4"},
    {.title = "Priority 4 is paused although nothing uses it",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
- priority-flow-control priority 3
+ priority-flow-control priority 3
+ priority-flow-control priority 4
)"}}},
        .flagged = "priority-flow-control priority 4"},
    {.title = "The profile of all ports pauses priority 5 too",
        .files = {{{"nvue", "leaf1", R"(+nv set qos pfc default-global switch-priority 3,5
)"}}},
        .flagged = "switch-priority 3,5"},
    {.title = "`qos roce` pauses priority 3 alone", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Priority 4 is paused although nothing uses it",
        .files = {{{"vrp", "leaf1", R"(@ dcb pfc
+ priority 4
+ priority 4 deadlock-detect time 2
+ priority 4 deadlock-recovery time 4
)"}}},
        .flagged = "priority 4"},
    {.title = "The host port pauses a second priority",
        .files
        = {{{"aoscx", "leaf1", R"(-qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3
+qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3,4
@ interface 1/1/1
-    flow-control priority rxtx 3
+    flow-control priority rxtx 3,4
)"}}},
        .flagged = "flow-control priority rxtx 3,4"},
    {.title = "The location makes a second traffic class lossless",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-extended traffic-class-default 4
)"}}},
        .flagged = "buffer-extended traffic-class-default 4"},
    {.title = "The host port pauses a second priority",
        .files = {{{"comware", "leaf1", R"(- priority-flow-control deadlock cos 3 interval 10
+ priority-flow-control deadlock cos 3 interval 10
+ priority-flow-control deadlock cos 4 interval 10
@ interface HundredGigE1/0/1
- priority-flow-control no-drop dot1p 3
+ priority-flow-control no-drop dot1p 3-4
)"}}},
        .flagged = "priority-flow-control no-drop dot1p 3-4"},
    {.title = "A second PFC queue pauses another priority",
        .files = {{{"srlinux", "leaf1", R"(@ unicast-mapping {
+                pfc-queue pfc4 {
+                    pfc-pause-frame-priority 4
+                }
)"}}},
        .flagged = "pfc-mapping-profile RDMA"},
};

PrioritySet expected_priorities(const PortContext& context)
{
    const Role role = context.device().role.value_or(Role::unknown);
    PrioritySet expected;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (rdma_class.pause != Pause::nowhere && ClassModel::applies_to(rdma_class, role))
            expected.insert(rdma_class.priority);
    }
    for (const double allowed : context.parameter("allowed_extra"))
        expected.insert(static_cast<Priority>(allowed >= 0 && allowed < 8 ? allowed : 8));
    return expected;
}

void report_number(PortContext& context, PrioritySet paused)
{
    context.report({.severity = Severity::info,
        .at = context.place(context.port().pfc_tx.origin),
        .message
        = fmt::format("{} makes {} priorities lossless ({}): each of them takes headroom from the others",
            context.port_label(context.id),
            paused.size(),
            to_string(paused)),
        .subjects = {context.subject(Property::pfc)}});
}

// The platform leaves no choice, so that nothing is to be corrected on the port.
void report_always_paused(PortContext& context, PrioritySet always)
{
    context.report({.severity = Severity::info,
        .at = place_of(context.device(), context.port().pfc_tx, always, &context.port()),
        .message
        = fmt::format("{} has PFC on priority {}, which is not a lossless class: every port with PFC of "
                      "this platform has it, and its headroom is missing for the RDMA class",
            context.port_label(context.id),
            to_string(always)),
        .subjects = {context.subject(Property::pfc)}});
}

void check(PortContext& context)
{
    const Port& port = context.port();
    // Tunnels remap into further lossless classes by design; PFC018 checks that.
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || context.device().tunnel_remap || context.classes.classes.empty())
        return;
    const PrioritySet* paused = context.need(context.id, port.pfc_tx, "PFC");
    if (paused == nullptr || paused->empty() || paused->size() == 8)
        return;
    const PrioritySet expected = expected_priorities(context);
    const bool too_many = paused->size() > context.number("max_lossless");
    PrioritySet extra = *paused - expected;
    if (extra.empty()) {
        if (too_many && context.assumed())
            report_number(context, *paused);
        return;
    }
    // PFC009 handles the priority of CNPs, and PFC014 the priority of a misplaced class.
    if (const auto cnp = cnp_priority(context.classes, context.device(), port))
        extra.erase(*cnp);
    const PrioritySet missing = context.required() - *paused;
    for (const Priority priority : missing)
        extra = extra - displaced_to(context.classes, context.device(), port, priority);
    const PrioritySet always = extra & context.device().always_paused;
    extra = extra - always;
    if (extra.empty() && !always.empty())
        report_always_paused(context, always);
    if (extra.empty())
        return;
    Diagnosis diagnosis{.severity = too_many && !context.assumed() ? Severity::error : Severity::warning,
        .at = place_of(context.device(), port.pfc_tx, extra, &port),
        .message
        = fmt::format("{} has PFC on priority {}, which is not a lossless class: it takes headroom from the "
                      "RDMA class and can spread congestion that the class would not",
            context.port_label(context.id),
            to_string(extra)),
        .fix = fmt::format("Turn PFC off for priority {} on {}.", to_string(extra), port.name),
        .changes = {context.change(Property::pfc, PriorityDelta{.add = {}, .remove = extra})}};
    for (const Priority priority : extra | missing)
        diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC002",
    .name = "extra-lossless-priority",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::error,
            "where a policy states the classes and the port has more lossless priorities than the limit"},
        {Severity::info,
            "where no policy states the classes and only their number is above the limit, and where the platform has the "
            "priority on every port with PFC"}}},
    .scope = Scope::port,
    .summary = "A port has PFC on a priority that is not a lossless class.",
    .why = "Each lossless priority needs headroom of its own and is one more path along which pause "
           "spreads and can close a ring. Shallow-buffer switches have room for two; what a third one "
           "takes is missing in the shared pool.",
    .source = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016; Zhu et al., Congestion "
              "Control for Large-Scale RDMA Deployments, SIGCOMM 2015, buffer settings",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Clear the priority's PFC bit. Traffic that still uses it (storage, say) can then be dropped.",
    .check_port = check,
};

}
