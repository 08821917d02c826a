// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/classify.h"
#include "rules/blame.h"
#include "rules/rule.h"
#include "rules/unconfigured_port.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc001 {
namespace {

constexpr Example examples[] = {
    {.title = "The leaf's host port makes no priority lossless although its neighbours use priority 3",
        .files = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": ""}},
 "BUFFER_PG": {"Ethernet0|3": null}})"}}},
        .flagged = R"("pfc_enable": "")"},
    {.title = "Priority 3 is lossless", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Priority 3 is marked drop, so PFC does nothing for it",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   priority-flow-control priority 3 no-drop
+   priority-flow-control priority 3 drop
)"}}},
        .flagged = "priority-flow-control on"},
    {.title = "PFC was never switched on, so no-drop means nothing",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-   priority-flow-control on
)"}}},
        .flagged = "priority-flow-control priority 3 no-drop"},
    {.title = "The profile of the uplink names the priority but does not switch PFC on",
        .files = {{{"eos", "leaf1", R"(@ qos map dscp 48 to traffic-class 6
+!
+qos profile FABRIC
+   priority-flow-control priority 3 no-drop
@ interface Ethernet2/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
+   service-profile FABRIC
)"}}},
        .flagged = "priority-flow-control priority 3 no-drop"},
    {.title = "Priority 3 is no-drop and PFC is on", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The uplink has no PFC",
        .files = {{{"sample-nos", "leaf1", R"(@ p2:
-    pfc: [3]
+    pfc: []
)"}}},
        .flagged = "pfc: []"},
    {.title = "Every port pauses priority 3", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "No congestion notification profile is bound to the host port",
        .files = {{{"junos", "leaf1", R"(-            congestion-notification-profile lossless;
)"}}},
        .flagged = "et-0/0/0 {"},
    {.title = "Both ports have a profile that pauses priority 3", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The uplink was left out when PFC was switched on",
        .files = {{{"onyx", "leaf1", R"(-   interface ethernet 1/1-1/2 dcb priority-flow-control mode on force
+   interface ethernet 1/1 dcb priority-flow-control mode on force
)"}}},
        .flagged = "speed 100G force"},
    {.title = "PFC is on at both ports", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "PFC is not switched on at the host port",
        .files = {{{"os10", "leaf1", R"(@ interface ethernet1/1/1
- priority-flow-control mode on
)"}}},
        .flagged = "interface ethernet1/1/1"},
    {.title = "The class pauses the link but no priority",
        .files = {{{"os10", "leaf1", R"(@ class RDMA-GROUP
-  pfc-cos 3
)"}}},
        .flagged = "pause buffer-size 300 pause-threshold 100 resume-threshold 80"},
    {.title = "Both ports pause priority 3", .files = {{{"os10", "leaf1", ""}}}},
    {.title = "PFC is switched off on the host port",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
-  priority-flow-control mode on
+  priority-flow-control mode off
)"}}},
        .flagged = "priority-flow-control mode off"},
    {.title = "PFC is in mode auto, and no class is no-drop, so that DCBX has nothing to negotiate",
        .files = {{{"nxos", "leaf1", R"(@ class type network-qos c-8q-nq3
-    pause pfc-cos 3
@ interface Ethernet1/1
-  priority-flow-control mode on
+  priority-flow-control mode auto
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "policy-map type network-qos FABRIC-NQ"},
    {.title = "Both ports pause priority 3", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "The host port pauses nothing",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
- priority-flow-control priority 3
)"}}},
        .flagged = "interface Eth1/1"},
    {.title = "Both ports pause priority 3", .files = {{{"sonic-cli", "leaf1", ""}}}},
    {.title = "A port has a PFC profile that pauses nothing",
        .files = {{{"nvue", "leaf1", R"(+nv set qos pfc off tx enable
+nv set interface swp1 qos pfc profile off
)"}}},
        .flagged = "description host"},
    {.title = "`qos roce` pauses priority 3 on every port", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The host port has no PFC profile",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
- dcb pfc buffer 3 xoff dynamic 5
- dcb pfc buffer 3 hdrm 256 kbytes
- dcb pfc enable mode manual
)"}}},
        .flagged = "interface 100GE1/0/1"},
    {.title = "One line switches PFC off on every port, whatever is configured there",
        .files = {{{"vrp", "leaf1", R"(@ dcb pfc deadlock-detect interval 100
+dcb pfc global disable
)"}}},
        .flagged = "dcb pfc global disable"},
    {.title = "Both ports pause priority 3", .files = {{{"vrp", "leaf1", ""}}}},
    {.title = "PFC is not turned on at the host port",
        .files = {{{"aoscx", "leaf1", R"(@ interface 1/1/1
-    flow-control priority rxtx 3
)"}}},
        .flagged = "interface 1/1/1"},
    {.title = "Both ports pause priority 3", .files = {{{"aoscx", "leaf1", ""}}}},
    {.title = "PFC is not turned on at the host port",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/0
- priority-flow-control mode on
)"}}},
        .flagged = "interface HundredGigE0/0/0/0"},
    {.title = "Both ports pause the traffic class of their location", .files = {{{"iosxr", "leaf1", ""}}}},
    {.title = "The host port has the priority, and PFC is not switched on",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- priority-flow-control enable
)"}}},
        .flagged = "interface HundredGigE1/0/1"},
    {.title = "Both ports pause priority 3", .files = {{{"comware", "leaf1", ""}}}},
    {.title = "PFC is off at the host port",
        .files = {{{"srlinux", "leaf1", R"(-                pfc-enable true
+                pfc-enable false
)"}}},
        .flagged = "pfc-enable false"},
};

// The line of the link pause that is used instead of PFC; otherwise the line that sets or omits PFC.
OriginId cause_of(const Port& port)
{
    const bool pauses_all = port.pause_rx.is(true) && port.pause_tx.is(true);
    return pauses_all && port.pause_tx.configured() && !port.pfc_tx.configured() ? port.pause_tx.origin
                                                                                 : port.pfc_tx.origin;
}

// If the classifier decides what a port pauses, the line that puts RDMA with unmarked packets is the cause.
void show_classifier(const PortContext& context, PrioritySet missing, Diagnosis& diagnosis)
{
    const Setting<std::uint8_t> unmarked = forward_dscp(context.device(), context.port(), 0).tc;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        for (const Dscp dscp : missing.has(rdma_class.priority) ? rdma_class.dscps : DscpSet{}) {
            const Setting<std::uint8_t> tc = forward_dscp(context.device(), context.port(), dscp).tc;
            if (tc.configured() && unmarked.peek_known() && tc.value == unmarked.value)
                return show_class(context.device(), context.port(), dscp, diagnosis);
        }
    }
}

void check(PortContext& context)
{
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    const Port& port = context.port();
    const PrioritySet required = context.required();
    if (required.empty())
        return;
    const PrioritySet* rx = context.need(context.id, port.pfc_rx, "PFC");
    const PrioritySet* tx = context.need(context.id, port.pfc_tx, "PFC");
    if (rx == nullptr || tx == nullptr)
        return;
    // PFC in only one direction is left to PFC006, and a class that is lossless in another priority to
    // PFC014.
    PrioritySet missing = required - paused_priorities(port);
    for (const Priority priority : missing) {
        if (!displaced_to(context.classes, context.device(), port, priority).empty())
            missing.erase(priority);
    }
    // Where DCBX decides, PFC010 reports what it decided.
    const bool is_negotiated = port.pfc_negotiated.peek_known() && port.pfc_negotiated.value;
    if (missing.empty() || is_negotiated)
        return;
    Diagnosis diagnosis{.at = context.place(cause_of(port)),
        .message = fmt::format("{} carries RDMA but has no PFC on priority {}: its packets are dropped "
                               "under congestion, and the NICs have to retransmit",
            context.port_label(context.id),
            to_string(missing)),
        .subjects = context.subjects(Property::pfc, missing),
        .related = {{context.judgement().at,
            "considered a RoCE port: " + describe(context.judgement(), context.fabric)}},
        .fix = fmt::format("Turn PFC on for priority {} on {}.", to_string(missing), port.name),
        .changes = {context.change(Property::pfc, PriorityDelta{.add = missing, .remove = {}})}};
    if (port.pause_rx.is(true) && port.pause_tx.is(true))
        diagnosis.show(context.place(port.pause_rx.origin),
            "802.3x link pause is on in both directions: it stops every class, not this one alone");
    show_classifier(context, missing, diagnosis);
    if (is_unconfigured(context.device(), port))
        blame_unconfigured_port(context, required, diagnosis);
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC001",
    .name = "roce-port-without-pfc",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "A port that carries RDMA has PFC off for a lossless priority.",
    .why
    = "Without pause the switch drops on the first incast. A NIC then resends everything from the lost packet "
      "on (go-back-N), unless both ends repeat selectively, which not every NIC can and firmware can switch "
      "off. Goodput collapses while every counter but the drops looks healthy.",
    .source
    = "IEEE 802.1Q-2022 clause 36; Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM "
      "2016; Mellanox/mstflint adb, register ROCE_ACCL (selective_repeat_forced_en, roce_adp_retrans_en); sonic-buildimage files/build_templates/qos_config.j2",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Add the priority to the port's PFC set. On hosts with mlx5 NICs a change of "
           "the PFC set toggles the link.",
    .witness = Witness::pause,
    .check_port = check,
};

}
